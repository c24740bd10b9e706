import { expect, test } from 'vitest';
import { isTracked, type MailTracking } from '#shared/output/mail/tracking/choice.ts';

const person = { toPerson: true, automatic: false };
const company = { toPerson: false, automatic: false };
const automatic = { ...person, automatic: true };
const automaticToCompany = { ...company, automatic: true };

test.each<[MailTracking | null, boolean[], boolean[]]>([
  // To a company, to a person, automatic to a company, automatic to a person; then the first two with tracking true and false asked.
  [null, [true, true, true, false], [true, false, true, false]],
  ['off', [false, false, false, false], [false, false, false, false]],
  ['companies', [true, false, true, false], [true, false, true, false]],
  ['all', [true, true, true, true], [true, false, true, false]],
])('a mail of a company with mailTracking %s is tracked: %j; where asked: %j (OUT-99)', (mailTracking, byDefault, asked) => {
  const of = [company, person, automaticToCompany, automatic];
  expect(of.map(mail => isTracked({ mailTracking }, mail))).toEqual(byDefault);
  const answers = [company, person].flatMap(mail => [true, false].map(ask => isTracked({ mailTracking }, mail, ask)));
  expect(answers).toEqual(asked);
});
