/** Reads a table that is written as text, so that people can check it column by column: one line per row, cells between `|`. */
export function textTable<Column extends string>(columns: readonly Column[], text: string): Record<Column, string>[] {
  const [heading = [], ...rows] = text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => line.split('|').map(cell => cell.trim()));
  if (heading.length !== columns.length) throw new Error(`The table has ${heading.length} columns, not ${columns.length}.`);
  return rows.map(cells => {
    if (cells.length !== columns.length) throw new Error(`The row "${cells.join(' | ')}" has ${cells.length} cells.`);
    return Object.fromEntries(columns.map((column, place) => [column, cells[place]])) as Record<Column, string>;
  });
}
