//! Attributes that the interpreter reads directly from an object, without calling a function.
//!
//! CPython specializes reads of these *members*: a read takes 3 ns, compared with 16 ns for even an
//! empty PyO3 getter. PyO3 itself creates members only for fields that never change.

use std::ffi::CStr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::exceptions::PySystemError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyType};

/// The value of an attribute: a reference to an object that is never freed.
#[repr(transparent)]
pub(crate) struct Member(AtomicPtr<ffi::PyObject>);

impl Member {
    pub(crate) fn new(value: &'static Py<PyAny>) -> Self {
        Self(AtomicPtr::new(value.as_ptr()))
    }

    /// Returns a member that holds a truth value, an object that the interpreter never frees.
    pub(crate) fn of_truth(truth: bool) -> Self {
        Self(AtomicPtr::new(truth_object(truth)))
    }

    #[inline]
    pub(crate) fn set_truth(&self, truth: bool) {
        self.0.store(truth_object(truth), Ordering::Release);
    }

    /// Changes the value. The old value remains alive, since a thread may still be reading it.
    pub(crate) fn set(&self, value: &'static Py<PyAny>) {
        self.0.store(value.as_ptr(), Ordering::Release);
    }
}

#[inline]
fn truth_object(truth: bool) -> *mut ffi::PyObject {
    if truth {
        // SAFETY: the address of a static object.
        unsafe { ffi::Py_True() }
    } else {
        // SAFETY: as above.
        unsafe { ffi::Py_False() }
    }
}

/// Adds a member to a class. It is read-only from Python: the class's `__setattr__` must write it.
pub(crate) fn add_member(
    object: &Bound<'_, PyAny>,
    member: &Member,
    name: &'static CStr,
    doc: &'static CStr,
) -> PyResult<()> {
    let class = object.get_type();
    let size: usize = class.getattr("__basicsize__")?.extract()?;
    let offset = std::ptr::from_ref(member).addr().checked_sub(object.as_ptr().addr());
    let offset = offset.filter(|offset| offset + size_of::<Member>() <= size);
    let definition = ffi::PyMemberDef {
        name: name.as_ptr(),
        type_code: ffi::Py_T_OBJECT_EX,
        offset: offset.ok_or_else(|| PySystemError::new_err("not a field"))?.cast_signed(),
        flags: ffi::Py_READONLY,
        doc: doc.as_ptr(),
    };
    class.setattr(name, descriptor(&class, definition)?)
}

fn descriptor<'py>(
    class: &Bound<'py, PyType>,
    definition: ffi::PyMemberDef,
) -> PyResult<Bound<'py, PyAny>> {
    // A descriptor refers to its definition as long as it lives.
    let definition = Box::leak(Box::new(definition));
    // SAFETY: the class is a type, and the definition lives for ever. `add_member` has checked that
    // a `Member` is at the offset: a pointer to an object which is never null and never freed. All
    // objects of a class have one layout. Only Rust writes to it.
    let made = unsafe { ffi::PyDescr_NewMember(class.as_type_ptr(), definition) };
    // SAFETY: this is a new reference, or null with an exception.
    unsafe { Bound::from_owned_ptr_or_err(class.py(), made) }
}

/// Returns `true` if a dictionary maps a name to an object. This takes half as long as looking up
/// the value and comparing it.
#[inline]
pub(crate) fn is_value(
    names: &Bound<'_, PyDict>,
    name: &Bound<'_, PyString>,
    value: &Bound<'_, PyAny>,
) -> bool {
    // SAFETY: this is a dictionary, and the name is an object. The result is only compared.
    let found = unsafe { ffi::PyDict_GetItemWithError(names.as_ptr(), name.as_ptr()) };
    std::ptr::eq(found, value.as_ptr())
}

/// Sets or deletes an attribute in the same way as a class that does not define `__setattr__`.
pub(crate) fn set_attribute(
    object: &Bound<'_, PyAny>,
    name: &Bound<'_, PyString>,
    value: Option<&Bound<'_, PyAny>>,
) -> PyResult<()> {
    let value = value.map_or(std::ptr::null_mut(), Bound::as_ptr);
    // SAFETY: all three are objects; a null value deletes the attribute. A failure has set the
    // exception of Python.
    let status = unsafe { ffi::PyObject_GenericSetAttr(object.as_ptr(), name.as_ptr(), value) };
    if status == 0 { Ok(()) } else { Err(PyErr::fetch(object.py())) }
}

/// Returns the dictionary of an object, which begins with the current values of the members, since
/// programs read them with `vars`.
pub(crate) fn attributes<'py>(
    object: &Bound<'py, PyAny>,
    members: &[&str],
) -> PyResult<Bound<'py, PyDict>> {
    // SAFETY: this is an object, and the context is not used.
    let made = unsafe { ffi::PyObject_GenericGetDict(object.as_ptr(), std::ptr::null_mut()) };
    // SAFETY: this is a new reference, or null with an exception.
    let made = unsafe { Bound::from_owned_ptr_or_err(object.py(), made) }?;
    let made = made.cast_into::<PyDict>()?;
    let added = made.copy()?;
    made.clear();
    for name in members {
        made.set_item(name, object.getattr(name)?)?;
    }
    made.update_if_missing(added.as_mapping())?;
    Ok(made)
}

/// Replaces the attributes of an object by those of a dictionary, which may have members. Libraries
/// that build dataclasses from data assign `__dict__`.
pub(crate) fn replace_attributes(
    object: &Bound<'_, PyAny>,
    attributes: &Bound<'_, PyDict>,
) -> PyResult<()> {
    // They may be the ones that are cleared.
    let given = attributes.copy()?;
    object.getattr("__dict__")?.cast::<PyDict>()?.clear();
    given.iter().try_for_each(|(name, value)| object.setattr(name.cast::<PyString>()?, value))
}

/// The values that members can have.
pub(crate) struct Values {
    numbers: Vec<Py<PyAny>>,
    none: Py<PyAny>,
}

impl Values {
    /// Returns the values, which live as long as the process.
    #[inline]
    pub(crate) fn get(py: Python<'_>) -> PyResult<&'static Self> {
        static VALUES: PyOnceLock<Values> = PyOnceLock::new();
        VALUES.get_or_try_init(py, || {
            let numbers = (0_u8..64)
                .map(|number| number.into_pyobject(py).map(|made| made.into_any().unbind()));
            Ok(Self { numbers: numbers.collect::<Result<_, _>>()?, none: py.None() })
        })
    }

    /// Returns the number of a square.
    #[inline]
    pub(crate) fn square(&'static self, square: reynard::Square) -> &'static Py<PyAny> {
        self.numbers.get(square as usize).unwrap_or(&self.none)
    }

    /// Returns the number of a piece type, or None for 0.
    #[inline]
    pub(crate) fn kind(&'static self, number: u8) -> &'static Py<PyAny> {
        if number == 0 {
            &self.none
        } else {
            self.numbers.get(usize::from(number)).unwrap_or(&self.none)
        }
    }
}
