import type { Person } from './match.ts';
import { identifiersOf, type Noted, recordRequest, requestsSince } from './records.ts';

/** The register of requests of people (GDPR art. 5 (2)), which names nobody. */

/** Notes a request that was answered. */
export const noteRequest = (person: Person, noted: Noted): Promise<void> => recordRequest(identifiersOf(person), noted);

/** The lines of the register, oldest first. @param person only their requests; undefined: all */
export async function registerLines(person: Person | undefined): Promise<string[]> {
  const requests = await requestsSince('');
  const theirs = requests.filter(({ isOf }) => person === undefined || identifiersOf(person).some(isOf));
  return theirs.map(({ at, request, outcome, id }) => `${at}  ${request}  ${outcome}  ${id}`);
}
