/**
 * What of a message is shown to operators: the ids of what it is about, and words of ours. Names, addresses, texts and amounts of
 * customers are left out, whatever the message holds: only values that are nothing but an id, an instant or a known word pass.
 */

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Keys of the table: words and ids, such as `C#<id>` and `INVMAIL#<id>#<id>`. */
const KEY = /^[A-Z][A-Z0-9]*(#([A-Z]{1,12}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}))*#?$/i;
const WORD = /^[a-z][a-z_.-]{0,40}$/;

/** Fields whose values are words of this service, or of the mail service. */
const WORDS = new Set(['kind', 'subject', 'type', 'eventType', 'template']);
/** Lists and parts that hold what the message is about. */
const PARTS = new Set(['events', 'mail', 'tags']);

const MOST_SHOWN = 12;

/** `companyId=… id=…`; of a message that is no JSON only how long it is. */
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
