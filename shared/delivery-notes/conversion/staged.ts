import { readHeaders } from '../../documents/headers.ts';
import { headerWrites } from '../../documents/store.ts';
import { log } from '../../kernel/log.ts';
import type { DeliveryNote } from '../../model/convertible/delivery-note.ts';
import { KINDS } from '../../model/kinds.ts';
import { type CompanyId, companyScope } from '../../store/table.ts';
import { ConditionFailed, retryOnContention, transact, type Write } from '../../store/transact.ts';
import { DELIVERY_NOTES } from '../store.ts';
import { convertedNote } from './outcome.ts';
import { readConversion, type StagedConversion } from './read.ts';
import { beginConversion, decideConversion, forgetConversion } from './record.ts';

/**
 * A conversion of more notes than one transaction takes is still one decision (docs/adr/0003-bulk-conversion.md):
 *
 * 1. The record of the conversion is written, with a deferred task that looks after it.
 * 2. Every note is reserved for it: nobody else can change a reserved note. One that cannot be reserved aborts the conversion.
 * 3. One transaction writes the invoice and marks the record as committed. This is the decision.
 * 4. Every note becomes converted, and the record goes.
 *
 * A process that dies before 3 leaves reserved notes, which the deferred task releases; one that dies after it leaves notes that the task
 * converts. Readers of a reserved note ask the record (`resolved`, read.ts), so that they see all notes converted from 3 on, and none before.
 */

/** Notes whose changes one transaction takes: each is a header and an entry of its timeline, beside at most 16 counters. */
const NOTES_AT_ONCE = 40;

const inChunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, chunk) => all.slice(chunk * size, chunk * size + size));

/**
 * Runs a conversion through its four steps.
 *
 * @param notes as the decision was made on them: a note that was changed since aborts it
 * @param commitInvoice commits the invoice with the writes that decide the conversion, and makes the answer
 * @throws `ConditionFailed` when a note was changed since, with everything undone: the decision is to be made again
 */
export async function convertInStages<R>(
  conversion: StagedConversion,
  notes: readonly DeliveryNote[],
  commitInvoice: (decision: Write[]) => Promise<R>,
): Promise<R> {
  const company = companyScope(conversion.companyId);
  await transact(beginConversion(company, conversion));
  try {
    await Promise.all(inChunks(notes, NOTES_AT_ONCE).map(chunk => transact(reservations(conversion.id, chunk))));
    const answer = await commitInvoice([decideConversion(company, conversion.id, 'committed')]);
    await completeConversion(company, conversion.id);
    return answer;
  } catch (error) {
    // What fails here too is left to the deferred task.
    await completeConversion(company, conversion.id).catch((cause: unknown) =>
      log.warn('Conversion left to its deferred task', { id: conversion.id, error: (cause as Error).name }),
    );
    throw error;
  }
}

const reservations = (id: string, notes: readonly DeliveryNote[]): Write[] =>
  headerWrites(
    DELIVERY_NOTES,
    notes.map(before => ({ before, after: { ...before, conversion: { id } }, recorded: [] })),
  );

/** Finishes a conversion that is committed, and undoes one that is not. May run at any time, and twice. */
export async function completeConversion(company: CompanyId, id: string): Promise<void> {
  let conversion = await readConversion(company, id);
  if (conversion?.state === 'preparing') {
    await transact([decideConversion(company, id, 'aborted')]).catch((error: unknown) => {
      // Decided meanwhile, by its own process.
      if (!(error instanceof ConditionFailed)) throw error;
    });
    conversion = await readConversion(company, id);
  }
  if (!conversion) return;
  const { noteIds } = conversion;
  const decided = conversion;
  await Promise.all(inChunks(noteIds, NOTES_AT_ONCE).map(chunk => settleNotes(company, decided, chunk)));
  await transact(forgetConversion(company, conversion));
}

/** Converts, or releases, those of the notes that are still reserved for a conversion. */
const settleNotes = (company: CompanyId, conversion: StagedConversion, ids: readonly string[]): Promise<void> =>
  retryOnContention(async () => {
    const notes = await readHeaders<DeliveryNote>(KINDS.delivery_note, company, ids);
    const changes = notes.filter(note => note.conversion?.id === conversion.id).map(note => settled(note, conversion));
    if (changes.length > 0) await transact(headerWrites(DELIVERY_NOTES, changes));
  });

function settled(note: DeliveryNote, { state, id, at, by }: StagedConversion): ReturnType<typeof convertedNote<DeliveryNote>> {
  if (state === 'committed') return convertedNote(note, id, { at, by });
  const { conversion: _, ...after } = note;
  return { before: note, after, recorded: [] };
}
