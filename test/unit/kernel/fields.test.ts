import { expect, it } from 'vitest';
import { date } from '#shared/base/kernel/fields.ts';

it.each([
  ['2026-02-30', 'must be a day of the calendar'],
  [' 2026-13-01 ', 'must be a day of the calendar'],
  ['2026-2-3', 'must be a date in the form YYYY-MM-DD'],
  ['0000-01-01', 'must not be before 2000-01-01'],
  ['1999-12-31', 'must not be before 2000-01-01'],
  ['1999-02-30', 'must be a day of the calendar'],
  ['today', 'must be a date in the form YYYY-MM-DD'],
])('the date %j %s', (text, message) => {
  expect(date().safeParse(text).error?.issues).toMatchObject([{ message }]);
});
