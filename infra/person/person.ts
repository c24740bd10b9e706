import { instant } from '#shared/base/kernel/clock.ts';
import { UsageError } from '../redrive/arguments.ts';
import { targetOf } from '../redrive/target.ts';
import { findPerson, requireErasable } from './account.ts';
import { type Arguments, readArguments, USAGE } from './arguments.ts';
import { erasedBefore } from './again.ts';
import { erasePerson, type Tally } from './erase.ts';
import { exportPerson } from './export.ts';
import type { Person } from './match.ts';
import { objectToMails } from './mails/object.ts';
import { restrictMails } from './mails/restrict.ts';
import { erasuresSince, identifiersOf, recordErasure, recordRequest } from './records.ts';
import { rectifyPerson } from './rectify/rectify.ts';
import { noteRequest, registerLines } from './register.ts';
import { recordsEnvironment } from './records-environment.ts';

/** `npm run person`: exports or erases the data of a person, and enters what else they ask for (docs/privacy.md). */

/** The process that the command runs in; tests replace it. */
export interface Dependencies {
  say(line: string): void;
  /** Creates a file that only its owner can read. @throws when it exists */
  write(file: string, text: string): Promise<void>;
  /** Sets environment variables of this process. */
  setEnvironment(variables: Record<string, string>): void;
}

export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** @returns the exit code */
export async function person(argv: readonly string[], dependencies: Dependencies, port?: string): Promise<number> {
  const { say, setEnvironment } = dependencies;
  if (argv.includes('--help')) {
    say(USAGE);
    return EXIT.done;
  }
  try {
    const args = readArguments(argv, port);
    const target = await targetOf(args);
    setEnvironment({ ...target.environment, ...(args.stage !== undefined && (await recordsEnvironment(args.stage))) });
    if (args.again !== undefined) return await eraseAgain(args.again, args.confirm, target.name, dependencies);
    const found = await findPerson(args.sought);
    if (args.action === 'export') await write(found, args, dependencies);
    else if (args.action === 'erase') await erase(found, args, target.name, dependencies);
    else if (args.action === 'object') await object(found, args, target.name, dependencies);
    else if (args.action === 'restrict') await restrict(found, args, target.name, dependencies);
    else if (args.correction) await rectify(found, args, target.name, dependencies);
    else if (args.noted) await noteRequest(found, args.noted);
    else for (const line of await registerLines(isNobody(found) ? undefined : found)) say(line);
    return EXIT.done;
  } catch (error) {
    const { name, message } = error as Error;
    say(error instanceof UsageError ? `${message}\n\n${USAGE}` : `${name}: ${message}`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

/** For the register of all people. */
const isNobody = (found: Person): boolean => identifiersOf(found).length === 0;

async function write(found: Person, { out }: Arguments, { say, write: writeFile }: Dependencies): Promise<void> {
  const { held, files } = await exportPerson(found);
  const { address: email, userId: _, ...by } = found;
  const text = JSON.stringify({ email, ...by, exportedAt: instant(), held, files }, undefined, 2);
  if (out === undefined) say(text);
  else await writeFile(out, `${text}\n`);
  // Last: the register must not say that somebody got what could not be written.
  await recordRequest(identifiersOf(found), { request: 'access', outcome: 'done' });
  if (out !== undefined) say(`${held.length} items and the names of ${files.length} files are written to ${out}.`);
}

/** Repeats the erasures since an instant, in a table that was restored. @returns the exit code */
async function eraseAgain(since: string, confirm: boolean, target: string, dependencies: Dependencies): Promise<number> {
  const erasures = await erasuresSince(since);
  const people = await erasedBefore(erasures);
  dependencies.say(`${erasures.length} erasures since ${since}; ${people.length} of their people are in the table again.`);
  let failed = 0;
  for (const [place, found] of people.entries()) {
    dependencies.say(`Person ${place + 1} of ${people.length}`);
    try {
      await requireErasable(found);
      await eraseFound(found, confirm, target, dependencies);
    } catch (error) {
      // The others are erased all the same.
      failed++;
      dependencies.say(`${(error as Error).name}: ${(error as Error).message}`);
    }
  }
  return failed === 0 ? EXIT.done : EXIT.failed;
}

async function erase(found: Person, { confirm }: Arguments, target: string, dependencies: Dependencies): Promise<void> {
  await requireErasable(found);
  // Before anything is erased: an erasure that died in between is repeated after a restore too.
  if (confirm) await recordErasure(identifiersOf(found));
  await eraseFound(found, confirm, target, dependencies);
}

async function eraseFound(found: Person, confirm: boolean, target: string, { say }: Dependencies): Promise<void> {
  const tallies = await erasePerson(found, confirm);
  const changed = tallies.reduce((sum, { removed, reduced }) => sum + removed + reduced, 0);
  for (const line of tallies.flatMap(linesOf)) say(line);
  if (changed === 0) say(`Nothing of this person is to be erased in ${target}.`);
  else if (confirm) say(`Erased in ${target}: ${changed} items.`);
  else say(`Nothing was erased in ${target}: ${changed} items would be, with --confirm.`);
}

async function object(found: Person, { confirm }: Arguments, target: string, { say }: Dependencies): Promise<void> {
  const { added, listed } = await objectToMails(found, confirm);
  // Last: the register must not call done what died before; the next run enters it.
  if (confirm) await recordRequest(identifiersOf(found), { request: 'objection', outcome: 'done' });
  if (listed > 0) say(`${listed} entries are on suppression lists already.`);
  if (added === 0) say(`No company in ${target} sends automatic mails to this person.`);
  else if (confirm) say(`Added to suppression lists in ${target}: ${added} entries.`);
  else say(`Nothing was written in ${target}: ${added} entries would be added to suppression lists, with --confirm.`);
}

async function restrict(found: Person, { confirm, lift }: Arguments, target: string, { say }: Dependencies): Promise<void> {
  const changed = await restrictMails(found, lift, confirm);
  // Last, as with an objection.
  if (confirm) await recordRequest(identifiersOf(found), { request: 'restriction', outcome: lift ? 'lifted' : 'done' });
  const done = lift ? 'released' : 'restricted';
  if (changed === 0) say(`Nothing is to be ${done} in ${target}.`);
  else if (confirm) say(`${changed} addresses of companies are ${done} in ${target}.`);
  else say(`Nothing was written in ${target}: ${changed} addresses of companies would be ${done}, with --confirm.`);
}

async function rectify(
  found: Person,
  { confirm, correction = {} }: Arguments,
  target: string,
  { say }: Dependencies,
): Promise<void> {
  const { corrected, kept } = await rectifyPerson(found, correction, confirm);
  // Last, as with an objection. Who asks again is found by the old address and by the new one.
  const identifiers = new Set([...identifiersOf(found), ...identifiersOf({ address: correction.email ?? null, userId: null })]);
  const outcome = kept.length > 0 ? 'partly' : 'done';
  if (confirm) await recordRequest([...identifiers], { request: 'rectification', outcome });
  for (const line of corrected) say(line);
  if (kept.length > 0)
    say(`${kept.length} documents keep the data that they were issued with (a correcting document states others):`);
  for (const line of kept) say(line);
  if (corrected.length === 0) say(`Nothing of this person is to be corrected in ${target}.`);
  else if (confirm) say(`Corrected in ${target}: ${corrected.length} records.`);
  else say(`Nothing was written in ${target}: ${corrected.length} records would be corrected, with --confirm.`);
}

const linesOf = ({ kind, why, removed, reduced, stays, expires }: Tally): string[] => {
  const counts = Object.entries({ removed, reduced, stays, expires }).filter(([, count]) => count > 0);
  return [`${kind}: ${counts.map(([name, count]) => `${count} ${name}`).join(', ')}`, `  ${why}`];
};
