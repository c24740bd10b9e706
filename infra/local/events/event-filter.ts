/**
 * Event patterns of event source mappings (Lambda developer guide, "Filter rule syntax"), as far as the service uses them: fields by
 * name, and lists of values of which one must match. Any other rule is an error, so that no pattern is misinterpreted.
 */
type Pattern = { [field: string]: Pattern | readonly (string | number | boolean | null)[] };

/** Whether an event matches one of the patterns; without patterns every event does. @throws Error for a pattern with other rules */
export function eventFilter(filters: readonly string[] = []): (event: unknown) => boolean {
  const patterns = filters.map(text => checked(JSON.parse(text), text));
  return event => patterns.length === 0 || patterns.some(pattern => matches(pattern, event));
}

function checked(pattern: unknown, text: string): Pattern {
  const refuse = (why: string): never => {
    throw new Error(`The pattern ${text} ${why}.`);
  };
  const check = (part: unknown): void => {
    if (Array.isArray(part)) {
      if (part.length === 0) refuse('has a list without values');
      if (part.some(value => typeof value === 'object' && value !== null)) refuse('has a rule that is not known here');
    } else if (typeof part !== 'object' || part === null) {
      refuse('has a value that is not in a list');
    } else {
      if ('$or' in part) refuse('has a rule that is not known here');
      Object.values(part).forEach(check);
    }
  };
  if (Array.isArray(pattern)) refuse('is no object');
  check(pattern);
  return pattern as Pattern;
}

function matches(pattern: Pattern, event: unknown): boolean {
  if (typeof event !== 'object' || event === null) return false;
  return Object.entries(pattern).every(([field, wanted]) => {
    const value = (event as Record<string, unknown>)[field];
    return isList(wanted) ? [value].flat().some(one => wanted.some(each => each === one)) : matches(wanted, value);
  });
}

const isList = (part: Pattern[string]): part is readonly (string | number | boolean | null)[] => Array.isArray(part);
