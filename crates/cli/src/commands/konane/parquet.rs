//! Tables as Apache Parquet files.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::types::Type;
use serde_json::{Map, Value};

use super::sheet::{Gathered, JsonRows};

/// Rows in a row group.
const GROUP: usize = 1 << 16;

/// Turns a file of JSON lines into a Parquet file. Whole numbers become 64-bit integers, everything else UTF-8; what is not
/// known is null.
pub fn write(rows: &Path, output: &Path, columns: &Gathered) -> Result<(), ParquetError> {
    let mut fields = Vec::new();
    for (name, integers) in columns {
        let physical = if *integers { Physical::INT64 } else { Physical::BYTE_ARRAY };
        let converted = if *integers { ConvertedType::NONE } else { ConvertedType::UTF8 };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_converted_type(converted)
            .build()?;
        fields.push(Arc::new(field));
    }
    let schema = Arc::new(Type::group_type_builder("rows").with_fields(fields).build()?);
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(File::create(output)?, schema, properties)?;
    let mut lines = BufReader::new(File::open(rows)?).lines();
    loop {
        let group = read_group(&mut lines)?;
        if group.is_empty() {
            break;
        }
        let mut row_group = writer.next_row_group()?;
        for (name, integers) in columns {
            let mut column_writer =
                row_group.next_column()?.ok_or_else(|| ParquetError::General("no column".to_owned()))?;
            let found = || group.iter().map(|row| row.get(name).filter(|value| !value.is_null()));
            let levels: Vec<i16> = found().map(|value| i16::from(value.is_some())).collect();
            if *integers {
                let numbers: Vec<i64> = found().flatten().map(|value| value.as_i64().unwrap_or_default()).collect();
                column_writer.typed::<Int64Type>().write_batch(&numbers, Some(&levels), None)?;
            } else {
                let texts: Vec<ByteArray> =
                    found().flatten().map(|value| ByteArray::from(value.as_str().unwrap_or_default())).collect();
                column_writer.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)?;
            }
            column_writer.close()?;
        }
        row_group.close()?;
    }
    writer.close()?;
    Ok(())
}

/// The columns of a Parquet file that this program has written, and its rows as JSON lines.
pub fn read(path: &Path) -> Result<(Gathered, JsonRows), ParquetError> {
    let reader = SerializedFileReader::new(File::open(path)?)?;
    let columns = reader.metadata().file_metadata().schema_descr().columns().to_vec();
    let columns = columns.iter().map(|column| (column.name().to_owned(), column.physical_type() == Physical::INT64));
    let columns: Gathered = columns.collect();
    let rows = reader.into_iter().map(|row| {
        let row = row.map_err(io::Error::other)?;
        let fields = row.get_column_iter().map(|(name, field)| {
            let value = match field {
                Field::Long(number) => Value::from(*number),
                Field::Str(text) => Value::from(text.as_str()),
                _ => Value::Null,
            };
            (name.clone(), value)
        });
        Ok(Value::Object(fields.collect()).to_string())
    });
    Ok((columns, Box::new(rows)))
}

fn read_group(lines: &mut impl Iterator<Item = io::Result<String>>) -> Result<Vec<Map<String, Value>>, ParquetError> {
    let mut group = Vec::new();
    for line in lines.take(GROUP) {
        let row = serde_json::from_str(&line?).map_err(|error| ParquetError::General(error.to_string()))?;
        group.push(row);
    }
    Ok(group)
}
