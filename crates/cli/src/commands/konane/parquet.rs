//! Tables as Apache Parquet files.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

use banmen_konane::tools::Column;
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use serde_json::{Map, Value};

/// Rows in a row group.
const GROUP: usize = 1 << 16;

/// Turns a file of JSON lines into a Parquet file. Whole numbers become 64-bit integers, everything else UTF-8; what is not
/// known is null.
pub fn write(rows: &Path, output: &Path, columns: &[Column]) -> Result<(), ParquetError> {
    let mut fields = Vec::new();
    for column in columns {
        let physical = if column.integers { Physical::INT64 } else { Physical::BYTE_ARRAY };
        let converted = if column.integers { ConvertedType::NONE } else { ConvertedType::UTF8 };
        let field = Type::primitive_type_builder(column.name, physical)
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
        for column in columns {
            let mut column_writer =
                row_group.next_column()?.ok_or_else(|| ParquetError::General("no column".to_owned()))?;
            let found = || group.iter().map(|row| row.get(column.name).filter(|value| !value.is_null()));
            let levels: Vec<i16> = found().map(|value| i16::from(value.is_some())).collect();
            if column.integers {
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

fn read_group(lines: &mut impl Iterator<Item = io::Result<String>>) -> Result<Vec<Map<String, Value>>, ParquetError> {
    let mut group = Vec::new();
    for line in lines.take(GROUP) {
        let row = serde_json::from_str(&line?).map_err(|error| ParquetError::General(error.to_string()))?;
        group.push(row);
    }
    Ok(group)
}
