//! Tables, their columns, and streams of batches. Other libraries import them through the Arrow C
//! interfaces.

use std::sync::{Mutex, PoisonError};

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{
    Float64Type, Int8Type, Int16Type, Int32Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use arrow_select::concat::concat;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyList, PySlice, PyTuple};
use reynard_arrow::{BatchReader, arrow_array, arrow_schema};

use crate::capsule::{ARRAY, SCHEMA, STREAM, failed};
use crate::interrupt::{Stop, interruptible};

/// A table in memory.
#[pyclass(module = "reynard.data", frozen)]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

/// A column of a table.
#[pyclass(module = "reynard.data", frozen)]
pub(crate) struct Column {
    pub(crate) array: ArrayRef,
}

/// The batches of a table that is being read. Each batch can be read only once.
#[pyclass(module = "reynard.data", frozen)]
pub(crate) struct Stream {
    schema: SchemaRef,
    reader: Mutex<Option<BatchReader>>,
    stop: Stop,
}

/// Batches that are read without the interpreter lock, even if a source is a Python file object.
struct Unlocked(BatchReader);

impl Iterator for Unlocked {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        Python::attach(|py| py.detach(|| self.0.next()))
    }
}

impl RecordBatchReader for Unlocked {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }
}

fn names(schema: &SchemaRef) -> Vec<String> {
    schema.fields().iter().map(|field| field.name().clone()).collect()
}

fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema.as_ref()).map_err(failed)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

impl Table {
    pub(crate) const fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        Self { schema, batches }
    }

    pub(crate) fn of(batch: RecordBatch) -> Self {
        Self::new(batch.schema(), vec![batch])
    }

    fn find(&self, name: &str) -> PyResult<usize> {
        self.schema.index_of(name).map_err(|_| {
            let names = names(&self.schema).join(", ");
            PyKeyError::new_err(format!("no column `{name}`; the columns are {names}"))
        })
    }
}

#[pymethods]
impl Table {
    /// The number of rows.
    #[getter]
    fn num_rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        names(&self.schema)
    }

    /// The size in bytes.
    #[getter]
    fn nbytes(&self) -> usize {
        self.batches.iter().map(RecordBatch::get_array_memory_size).sum()
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.schema.index_of(name).is_ok()
    }

    /// Returns the column with the given name. Raises KeyError if there is none.
    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Column> {
        let index = self.find(name)?;
        let parts: Vec<&dyn Array> =
            self.batches.iter().map(|batch| batch.column(index).as_ref()).collect();
        let array = match parts.as_slice() {
            [] => arrow_array::new_empty_array(self.schema.field(index).data_type()),
            [_] => self.batches[0].column(index).clone(),
            parts => py.detach(|| concat(parts)).map_err(failed)?,
        };
        Ok(Column { array })
    }

    /// Returns the rows as dictionaries.
    ///
    /// >>> import reynard.data
    /// >>> table = reynard.data.read_games(b"1. e4 e5 *", columns=["Result", "plies"])
    /// >>> table.to_dicts()
    /// [{'Result': '*', 'plies': 2}]
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = PyList::empty(py);
        for batch in &self.batches {
            for row in 0..batch.num_rows() {
                let values = PyDict::new(py);
                for (field, array) in self.schema.fields().iter().zip(batch.columns()) {
                    values.set_item(field.name(), value(py, array, row)?)?;
                }
                rows.append(values)?;
            }
        }
        Ok(rows)
    }

    /// The types of the columns, by their names.
    ///
    /// >>> import reynard.data
    /// >>> reynard.data.read_games(b"1. e4 e5 *", columns=["White", "plies"]).schema
    /// {'White': 'Utf8', 'plies': 'UInt32'}
    #[getter]
    fn schema<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let types = PyDict::new(py);
        for field in self.schema.fields() {
            types.set_item(field.name(), field.data_type().to_string())?;
        }
        Ok(types)
    }

    /// Returns a table with the named columns, in the given order. Raises KeyError if a column is
    /// missing.
    ///
    /// >>> import reynard.data
    /// >>> reynard.data.read_games(b"1. e4 *").select(["plies", "White"]).column_names
    /// ['plies', 'White']
    fn select(&self, names: Vec<String>) -> PyResult<Self> {
        let indices: Vec<usize> =
            names.iter().map(|name| self.find(name)).collect::<PyResult<_>>()?;
        let schema = self.schema.project(&indices).map_err(failed)?;
        let batches = self.batches.iter().map(|batch| batch.project(&indices));
        let batches = batches.collect::<Result<_, _>>().map_err(failed)?;
        Ok(Self::new(schema.into(), batches))
    }

    /// Returns `length` rows from `offset`, or fewer at the end of the table.
    ///
    /// >>> import reynard.data
    /// >>> len(reynard.data.read_games(b"1. e4 *\n\n1. d4 *\n\n1. c4 *").slice(1, 5))
    /// 2
    #[pyo3(signature = (offset, length = None))]
    fn slice(&self, offset: usize, length: Option<usize>) -> Self {
        let (mut skip, mut left) = (offset, length.unwrap_or(usize::MAX));
        let mut batches = Vec::new();
        for batch in &self.batches {
            let rows = batch.num_rows();
            let start = skip.min(rows);
            let taken = (rows - start).min(left);
            if taken > 0 {
                batches.push(batch.slice(start, taken));
            }
            skip -= start;
            left -= taken;
        }
        Self::new(self.schema.clone(), batches)
    }

    /// Returns the first `n` rows.
    #[pyo3(signature = (n = 5))]
    fn head(&self, n: usize) -> Self {
        self.slice(0, Some(n))
    }

    /// Exports the table as an Arrow stream.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may leave requests to the consumer.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), STREAM)
    }

    /// Exports the schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    fn __repr__(&self) -> String {
        format!("<Table: {} rows, columns {}>", self.num_rows(), names(&self.schema).join(", "))
    }
}

#[pymethods]
impl Column {
    fn __len__(&self) -> usize {
        self.array.len()
    }

    /// Returns the value of a row, or the column for a slice of rows. Negative numbers count from
    /// the end.
    ///
    /// >>> import reynard.data
    /// >>> column = reynard.data.read_games(b"1. e4 *\n\n1. d4 *\n\n1. c4 *")["game"]
    /// >>> column[-1], column[1:].to_list()
    /// (3, [2, 3])
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        row: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let length = self.array.len();
        if let Ok(slice) = row.cast::<PySlice>() {
            let range = slice.indices(isize::try_from(length).unwrap_or(isize::MAX))?;
            if range.step != 1 {
                return Err(PyTypeError::new_err("a column is sliced by steps of 1"));
            }
            let start = usize::try_from(range.start).unwrap_or_default();
            let array = self.array.slice(start, range.slicelength);
            return Self { array }.into_bound_py_any(py);
        }
        let row: isize = row.extract()?;
        let place =
            if row < 0 { length.checked_sub(row.unsigned_abs()) } else { Some(row.unsigned_abs()) };
        match place.filter(|place| *place < length) {
            Some(place) => value(py, &self.array, place),
            None => Err(pyo3::exceptions::PyIndexError::new_err(format!(
                "row {row} of a column with {length} rows"
            ))),
        }
    }

    /// Returns the values as a list.
    ///
    /// >>> import reynard.data
    /// >>> reynard.data.read_games(b"1. e4 e5 *", moves="san")["moves"].to_list()
    /// [['e4', 'e5']]
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        values(py, &self.array)
    }

    /// Exports the column as an Arrow array.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // A producer may leave requests to the consumer.
        drop(requested_schema);
        let (array, schema) = to_ffi(&self.array.to_data()).map_err(failed)?;
        let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
        (schema, PyCapsule::new_with_value(py, array, ARRAY)?).into_pyobject(py)
    }

    /// Exports the type.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.array.data_type()).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, SCHEMA)
    }

    fn __repr__(&self) -> String {
        format!("<Column: {} rows of {}>", self.array.len(), self.array.data_type())
    }
}

impl Stream {
    pub(crate) fn new(reader: BatchReader, stop: Stop) -> Self {
        Self { schema: reader.schema(), reader: Mutex::new(Some(reader)), stop }
    }
}

#[pymethods]
impl Stream {
    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        names(&self.schema)
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// Returns the next batch as a table.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Table>> {
        let next = interruptible(
            py,
            || self.stop.set(),
            || {
                let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
                reader.as_mut().and_then(Iterator::next)
            },
        )?;
        match next {
            None => Ok(None),
            Some(Ok(batch)) => Ok(Some(Table::of(batch))),
            Some(Err(ArrowError::ExternalError(error))) => {
                Err(match error.downcast::<reynard_arrow::BatchError>() {
                    Ok(error) => crate::source::batch_failed(py, *error),
                    Err(error) => PyRuntimeError::new_err(error.to_string()),
                })
            }
            Some(Err(error)) => Err(failed(error)),
        }
    }

    /// Exports the batches as an Arrow stream. Raises RuntimeError if they have already been
    /// exported.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A producer may leave requests to the consumer.
        drop(requested_schema);
        let taken = py.detach(|| self.reader.lock().unwrap_or_else(PoisonError::into_inner).take());
        let reader = taken.ok_or_else(|| {
            PyRuntimeError::new_err("a stream can be taken once: call scan again")
        })?;
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(Unlocked(reader))), STREAM)
    }

    /// Exports the schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    fn __repr__(&self) -> String {
        format!("<Stream: columns {}>", names(&self.schema).join(", "))
    }
}

fn values<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    let all: PyResult<Vec<_>> = (0..array.len()).map(|row| value(py, array, row)).collect();
    PyList::new(py, all?)
}

/// Returns a value as a Python object.
fn value<'py>(py: Python<'py>, array: &ArrayRef, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    match array.data_type() {
        DataType::Boolean => array.as_boolean().value(row).into_bound_py_any(py),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(row).into_bound_py_any(py),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into_bound_py_any(py),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into_bound_py_any(py),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).into_bound_py_any(py),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).into_bound_py_any(py),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).into_bound_py_any(py),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into_bound_py_any(py),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into_bound_py_any(py),
        DataType::Utf8 => array.as_string::<i32>().value(row).into_bound_py_any(py),
        DataType::FixedSizeBinary(_) => {
            Ok(PyBytes::new(py, array.as_fixed_size_binary().value(row)).into_any())
        }
        DataType::List(_) => Ok(values(py, &array.as_list::<i32>().value(row))?.into_any()),
        other => Err(PyTypeError::new_err(format!("no value of Python for {other}"))),
    }
}
