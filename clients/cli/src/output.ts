/** Where a command prints: for people, or as JSON for programs. */
export interface Output {
  /** Whether results are JSON. */
  isJson: boolean;
  /** A result: as JSON, or the lines for people. */
  result(value: unknown, lines: string[]): void;
  /** One of many results of a command that goes on: a line of JSON (JSON Lines), or a line for people. */
  line(value: unknown, line: string): void;
  /** Progress and notes, never part of a result: to standard error. */
  note(line: string): void;
}

export const outputTo = (
  asJson: boolean,
  write: (text: string) => void = text => void process.stdout.write(text),
  writeNote: (text: string) => void = text => void process.stderr.write(text),
): Output => ({
  isJson: asJson,
  result: (value, lines) => write(asJson ? `${JSON.stringify(value, null, 2)}\n` : lines.map(line => `${line}\n`).join('')),
  line: (value, line) => write(`${asJson ? JSON.stringify(value) : line}\n`),
  note: line => writeNote(`${line}\n`),
});

/** Rows as columns of equal width; numbers to the right. */
export function table(heads: string[], rows: (string | number)[][]): string[] {
  const cells = [heads, ...rows].map(row => row.map(String));
  const widths = heads.map((_, column) => Math.max(...cells.map(row => (row[column] ?? '').length)));
  const isNumber = (column: number): boolean => rows.length > 0 && rows.every(row => typeof row[column] === 'number');
  return cells.map(row =>
    row
      .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
