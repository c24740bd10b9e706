/**
 * The parts of a message that operators may see: ids, table keys, and words of this service such as event types. Names, addresses,
 * texts and amounts of customers are never shown: only values that consist of an id, a key or a known word pass.
 */

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Keys of the table: upper-case words and ids, such as `C#<id>` and `INVMAIL#<id>#<id>`. */
const KEY = /^[A-Z][A-Z0-9]*(#([A-Z]{1,12}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}))*#?$/i;
const WORD = /^[a-z][a-z_.-]{0,40}$/;

/** Fields whose values are words of this service, or of the mail service. */
const WORDS = new Set(['kind', 'subject', 'type', 'eventType', 'template', 'worker']);
/** Nested lists and objects of a message that are searched too. */
const PARTS = new Set(['events', 'mail', 'tags', 'body']);

const MOST_SHOWN = 12;

/** `companyId=… id=…`; for a message that is not JSON or has no ids, only its length in characters. */
export function subjectsOf(body: string): string {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return `(${body.length} characters, not JSON)`;
  }
  const found = fieldsOf(message, '');
  const shown = found.slice(0, MOST_SHOWN).map(([name, value]) => `${name}=${value}`);
  return shown.length > 0 ? shown.join(' ') : `(${body.length} characters without ids)`;
}

function fieldsOf(value: unknown, path: string): [string, string][] {
  if (Array.isArray(value)) return value.flatMap(one => fieldsOf(one, path));
  if (typeof value === 'string') return isShown(path, value) ? [[path, value]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && path === '' && !PARTS.has(name) ? [] : fieldsOf(inner, path === '' ? name : `${path}.${name}`),
  );
}

function isShown(path: string, value: string): boolean {
  const name = path.split('.').at(-1) ?? '';
  if (name === 'pk' || name === 'sk') return KEY.test(value);
  return ID.test(value) || (WORDS.has(name) && WORD.test(value));
}
