/** Who sends the values of a schema: the client (`request`), or the service (`response`, and the bodies of webhooks). */
export type Direction = 'request' | 'response';

/** One difference between two versions of the API. */
export interface Change {
  /** What changed, by its place: `POST /api/v1/invoices`, `InvoiceInput.lines[].quantity`. */
  place: string;
  /** How it changed, in words for a changelog. */
  what: string;
  /** A client of the old version may fail. */
  breaking: boolean;
}

export const breaking = (place: string, what: string): Change => ({ place, what, breaking: true });
export const harmless = (place: string, what: string): Change => ({ place, what, breaking: false });

/** A value as the text of a message: `"draft"`, `null`, `10`. */
export const shown = (...values: unknown[]): string =>
  values.map(value => `\`${JSON.stringify(value) ?? 'nothing'}\``).join(', ');

/** The entries of two maps by name: those only in the old one, only in the new one, and in both. */
export function matched<T>(
  old: Record<string, T>,
  current: Record<string, T>,
): { removed: string[]; added: string[]; kept: [string, T, T][] } {
  return {
    removed: Object.keys(old).filter(name => !Object.hasOwn(current, name)),
    added: Object.keys(current).filter(name => !Object.hasOwn(old, name)),
    kept: Object.entries(old).flatMap(([name, one]) => (Object.hasOwn(current, name) ? [[name, one, current[name] as T]] : [])),
  };
}
