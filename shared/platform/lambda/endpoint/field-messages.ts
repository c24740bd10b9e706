import type * as z from 'zod';

/** How messages name the expected type, for schemas without a message of their own. */
const EXPECTED: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Default messages for `details`, each saying what the field must be; the `error` option of `safeParse`. */
export const fieldMessage: z.core.$ZodErrorMap = issue => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is required';
      return `must be ${EXPECTED[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_big':
      return bounded(issue.origin, 'at most', issue.maximum);
    case 'too_small':
      return bounded(issue.origin, 'at least', issue.minimum);
    default:
      return undefined;
  }
};

const COUNTED: Record<string, string> = { string: 'characters', array: 'entries' };

const bounded = (origin: string, side: string, bound: number | bigint): string =>
  origin in COUNTED ? `must have ${side} ${bound} ${COUNTED[origin]}` : `must be ${side} ${bound}`;
