//! Imports columns from other libraries through the Arrow PyCapsule interface. This is the
//! package's only `unsafe` code.

use std::ffi::CStr;

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{ArrayRef, make_array};
use arrow_schema::ArrowError;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use reynard_arrow::{arrow_array, arrow_schema};

pub(crate) const STREAM: &CStr = c"arrow_array_stream";
pub(crate) const ARRAY: &CStr = c"arrow_array";
pub(crate) const SCHEMA: &CStr = c"arrow_schema";

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err takes")]
pub(crate) fn failed(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the arrays that an object exports as Arrow: those of its stream, or its only array.
/// Returns `None` if it exports none.
pub(crate) fn arrays(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    if object.hasattr("__arrow_c_stream__")? {
        let capsule = object.call_method0("__arrow_c_stream__")?;
        let stream = ArrayStreamReader::try_new(stream(&capsule)?).map_err(failed)?;
        return stream.collect::<Result<_, _>>().map(Some).map_err(failed);
    }
    if object.hasattr("__arrow_c_array__")? {
        let capsules = object.call_method0("__arrow_c_array__")?;
        let (schema, array) = capsules.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
        return Ok(Some(vec![array_of(&schema, &array)?]));
    }
    Ok(None)
}

fn stream(capsule: &Bound<'_, PyAny>) -> PyResult<FFI_ArrowArrayStream> {
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(STREAM))?;
    // SAFETY: a capsule of this name has a valid stream; it is moved out, and the capsule is marked
    // as released.
    Ok(unsafe { FFI_ArrowArrayStream::from_raw(pointer.as_ptr().cast()) })
}

fn array_of(schema: &Bound<'_, PyAny>, array: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let schema = schema.cast::<PyCapsule>()?.pointer_checked(Some(SCHEMA))?;
    let array = array.cast::<PyCapsule>()?.pointer_checked(Some(ARRAY))?;
    // SAFETY: a capsule of this name has a valid schema; it is moved out, and the capsule is marked
    // as released.
    let schema = unsafe { FFI_ArrowSchema::from_raw(schema.as_ptr().cast()) };
    // SAFETY: as above, of an array.
    let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr().cast()) };
    // SAFETY: the interface returns both together, and the schema is that of the array.
    let data = unsafe { from_ffi(array, &schema) }.map_err(failed)?;
    Ok(make_array(data))
}
