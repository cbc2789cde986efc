//! The most frequently called methods of `Board`, as plain C functions.
//!
//! A PyO3 method counts how often the thread is attached, and can unpack its arguments from any
//! form of call. This takes 14 of the 34 ns that an empty `push` and `pop` need. The functions here
//! handle the common form of a call, and pass any other form to the PyO3 method that they replace.

use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::exceptions::PySystemError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::board::Board;
use crate::moves::Move;

/// A method of `Board` with at most one argument.
trait FastMethod {
    const NAME: &'static str;

    /// Returns the cell that holds the PyO3 method.
    fn slow() -> &'static PyOnceLock<Py<PyAny>>;

    /// Calls the method, or returns `None` if the call does not have the common form.
    fn call<'py>(
        board: &Bound<'py, Board>,
        argument: Option<Borrowed<'_, 'py, PyAny>>,
    ) -> Option<Returned>;
}

/// A return value: a new reference, or null with an exception set. Results are converted
/// immediately, since moving a Rust result takes longer than the rest of a call.
struct Returned(*mut ffi::PyObject);

impl Returned {
    #[inline(always)]
    fn of<T>(py: Python<'_>, result: PyResult<Bound<'_, T>>) -> Self {
        match result {
            Ok(value) => Self(value.into_ptr()),
            Err(error) => Self(raise(py, error)),
        }
    }
}

macro_rules! fast_methods {
    ($($kind:ident = $name:literal: $call:expr;)*) => {
        $(
            struct $kind;

            impl FastMethod for $kind {
                const NAME: &'static str = $name;

                fn slow() -> &'static PyOnceLock<Py<PyAny>> {
                    static SLOW: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
                    &SLOW
                }

                #[inline]
                fn call<'py>(
                    board: &Bound<'py, Board>,
                    argument: Option<Borrowed<'_, 'py, PyAny>>,
                ) -> Option<Returned> {
                    let call: fn(
                        &Bound<'py, Board>,
                        Option<Borrowed<'_, 'py, PyAny>>,
                    ) -> Option<Returned> = $call;
                    call(board, argument)
                }
            }
        )*

        /// Adds the functions to the class. Free-threaded interpreters keep the PyO3 methods.
        pub(crate) fn register(py: Python<'_>) -> PyResult<()> {
            if crate::board_cell::LOCKED {
                $(replace::<$kind>(py)?;)*
            }
            Ok(())
        }
    };
}

fast_methods! {
    Push = "push": |board, argument| {
        let py = board.py();
        let mv = exact_move(argument?)?;
        let done = Board::push_move(board, &mv);
        Some(Returned::of(py, done.map(|()| py.None().into_bound(py))))
    };
    Pop = "pop": |board, argument| match argument {
        None => Some(Returned::of(board.py(), Board::pop_move(board))),
        Some(_) => None,
    };
    Copy = "copy": |board, argument| match argument {
        None if board.is_exact_instance_of::<Board>() => {
            Some(Returned::of(board.py(), Board::copy_all(board)))
        }
        _ => None,
    };
    PushSan = "push_san": |board, argument| {
        let text = argument?.cast::<PyString>().ok()?;
        Some(Returned::of(board.py(), Board::push_text(board, text.to_str().ok()?)))
    };
    San = "san": |board, argument| {
        let mv = exact_move(argument?)?;
        Some(Returned::of(board.py(), Board::san_of(board, &mv)))
    };
}

fn replace<M: FastMethod>(py: Python<'_>) -> PyResult<()> {
    let class = py.get_type::<Board>();
    let slow = class.getattr(M::NAME)?;
    let signature: String = slow.getattr("__text_signature__")?.extract()?;
    let doc: String = slow.getattr("__doc__")?.extract()?;
    // Python takes the signature of a C function from its docstring.
    let doc = CString::new(format!("{}{signature}\n--\n\n{doc}", M::NAME))?;
    let definition = ffi::PyMethodDef {
        ml_name: CString::new(M::NAME)?.into_raw(),
        ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: entry::<M> },
        ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
        ml_doc: doc.into_raw(),
    };
    M::slow().get_or_init(py, || slow.unbind());
    let definition = Box::leak(Box::new(definition));
    // SAFETY: the class is a type. The definition and its texts live forever, and the flags are
    // those of the function.
    let made = unsafe { ffi::PyDescr_NewMethod(class.as_type_ptr(), definition) };
    // SAFETY: this is a new reference, or null with an exception.
    let method = unsafe { Bound::from_owned_ptr_or_err(py, made) }?;
    class.setattr(M::NAME, method)
}

/// Entry point of a method.
///
/// # Safety
///
/// The thread must be attached, `board` must be a `Board`, and there must be `count` positional
/// arguments, followed by one argument for each name in `names`.
unsafe extern "C" fn entry<M: FastMethod>(
    board: *mut ffi::PyObject,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the thread is attached for the whole call.
    let py = unsafe { Python::assume_attached() };
    let work = || {
        // SAFETY: the caller holds the object.
        let board = unsafe { Borrowed::from_ptr(py, board) };
        // SAFETY: the descriptor of the method has checked that this is a board.
        let board = unsafe { board.cast_unchecked::<Board>() };
        if names.is_null() && count <= 1 {
            // SAFETY: if the count is 1, there is one argument.
            let argument = (count == 1).then(|| unsafe { argument_at(py, arguments, 0) });
            if let Some(returned) = M::call(&board, argument) {
                return returned.0;
            }
        }
        // SAFETY: as the caller promises.
        Returned::of(py, unsafe { call_slowly::<M>(&board, arguments, count, names) }).0
    };
    // A panic must not unwind through the interpreter.
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| raise(py, PySystemError::new_err("a method panicked")))
}

/// Returns the argument of a call at an index.
///
/// # Safety
///
/// The index must be less than the number of arguments.
#[inline]
unsafe fn argument_at<'a>(
    py: Python<'_>,
    arguments: *const *mut ffi::PyObject,
    index: usize,
) -> Borrowed<'a, '_, PyAny> {
    // SAFETY: as the caller promises.
    let object = unsafe { *arguments.wrapping_add(index) };
    // SAFETY: the interpreter holds the arguments during the call.
    unsafe { Borrowed::from_ptr(py, object) }
}

#[cold]
fn raise(py: Python<'_>, error: PyErr) -> *mut ffi::PyObject {
    error.restore(py);
    std::ptr::null_mut()
}

/// Returns an object as a move, if its class is exactly `Move`.
#[inline]
fn exact_move<'a, 'py>(object: Borrowed<'a, 'py, PyAny>) -> Option<Borrowed<'a, 'py, Move>> {
    // SAFETY: the class has been checked.
    object.is_exact_instance_of::<Move>().then(|| unsafe { object.cast_unchecked() })
}

/// Calls the PyO3 method.
///
/// # Safety
///
/// Same as for [`entry`].
#[cold]
unsafe fn call_slowly<'py, M: FastMethod>(
    board: &Bound<'py, Board>,
    arguments: *const *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> PyResult<Bound<'py, PyAny>> {
    let py = board.py();
    let argument = |index: usize| {
        // SAFETY: the index is below the number of the arguments.
        unsafe { argument_at(py, arguments, index) }.to_owned()
    };
    let count = count.cast_unsigned();
    let mut given = vec![board.clone().into_any()];
    given.extend((0..count).map(argument));
    let named = PyDict::new(py);
    if !names.is_null() {
        // SAFETY: the caller holds the object.
        let names = unsafe { Borrowed::from_ptr(py, names) };
        let names = names.cast::<PyTuple>()?;
        for (index, name) in names.iter().enumerate() {
            named.set_item(name, argument(count + index))?;
        }
    }
    let slow = M::slow().get(py).ok_or_else(|| PySystemError::new_err("no method"))?;
    slow.bind(py).call(PyTuple::new(py, given)?, Some(&named))
}
