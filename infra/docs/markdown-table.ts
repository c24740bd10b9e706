/** A Markdown table with padded columns. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((name, column) => Math.max(3, ...[head, ...rows].map(row => (row[column] ?? '').length), name.length));
  const line = (cells: string[]): string => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
