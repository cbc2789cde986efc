//! Decodes the numbers in a DTZ table.

use crate::Wdl;
use crate::dtz::Dtz;
use crate::error::TableFault;
use crate::header::Header;

/// The stored side to move is Black.
const BLACK_TO_MOVE: u8 = 1;
/// The numbers are indices into lists.
const MAPPED: u8 = 2;
/// Wins are counted in plies, not in moves.
const WIN_PLIES: u8 = 4;
/// Losses are counted in plies, not in moves.
const LOSS_PLIES: u8 = 8;
/// The lists have two bytes per number.
const WIDE: u8 = 16;
/// Maximum usable length of a list, since the stored numbers have 12 bits.
const MAX_LISTED: usize = 1 << 12;

/// Mapping from stored numbers to distances, for one file of the leading pawn.
#[derive(Debug)]
pub(crate) struct DtzMap {
    flags: u8,
    /// The lists for wins, losses, cursed wins and blessed losses.
    lists: Option<[Box<[u16]>; 4]>,
}

impl DtzMap {
    /// Reads the lists, if there are any.
    pub(crate) fn read(header: &mut Header<'_>, flags: u8) -> Result<Self, TableFault> {
        let lists = if flags & MAPPED == 0 {
            None
        } else {
            let wide = flags & WIDE != 0;
            if wide {
                header.align(2);
            }
            let mut lists: [Box<[u16]>; 4] = Default::default();
            for list in &mut lists {
                *list = read_list(header, wide)?;
            }
            Some(lists)
        };
        Ok(Self { flags, lists })
    }

    /// Returns `true` if the table contains the positions with Black to move, in the colors of its
    /// name.
    pub(crate) const fn black_to_move(&self) -> bool {
        self.flags & BLACK_TO_MOVE != 0
    }

    /// Returns the distance that a number represents in a position that is not a draw.
    pub(crate) fn distance(&self, number: u16, wdl: Wdl) -> Result<Dtz, TableFault> {
        let number = match &self.lists {
            None => number,
            Some(lists) => {
                let list = match wdl {
                    Wdl::Win | Wdl::Draw => 0,
                    Wdl::Loss => 1,
                    Wdl::CursedWin => 2,
                    Wdl::BlessedLoss => 3,
                };
                *lists[list].get(usize::from(number)).ok_or(TableFault::Value)?
            }
        };
        let in_plies = match wdl {
            Wdl::Win => self.flags & WIN_PLIES != 0,
            Wdl::Loss => self.flags & LOSS_PLIES != 0,
            Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => false,
        };
        // The stored distance does not count the ply that is left where it says 0.
        let nearest = Dtz::zeroing(wdl).plies();
        let number = i32::from(number) * nearest.signum();
        Ok(if in_plies { Dtz::Exact(nearest + number) } else { Dtz::Rounded(nearest + 2 * number) })
    }
}

fn read_list(header: &mut Header<'_>, wide: bool) -> Result<Box<[u16]>, TableFault> {
    let len = if wide { header.u16()? } else { u16::from(header.u8()?) };
    let kept = usize::from(len).min(MAX_LISTED);
    let list = (0..kept)
        .map(|_| if wide { header.u16() } else { header.u8().map(u16::from) })
        .collect::<Result<_, _>>()?;
    let width = if wide { 2 } else { 1 };
    header.skip((usize::from(len) - kept) as u64 * width)?;
    Ok(list)
}
