import { readHeaders } from '#shared/documents/common/headers.ts';
import { headerWrites } from '#shared/documents/common/store.ts';
import { log } from '#shared/base/kernel/log.ts';
import type { DeliveryNote } from '#shared/model/convertible/delivery-note.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { ConditionFailed, retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { DELIVERY_NOTES } from '../store.ts';
import { convertedNote } from './outcome.ts';
import { readConversion, type StagedConversion } from './read.ts';
import { beginConversion, decideConversion, forgetConversion } from './record.ts';

/**
 * A conversion of more notes than fit into one transaction is atomic all the same (docs/adr/0003-bulk-conversion.md):
 *
 * 1. The record of the conversion is written, with a deferred task in case this process dies.
 * 2. Every note is reserved: no other request can change a reserved note. If one cannot be reserved, the conversion is aborted.
 * 3. One transaction writes the invoice and marks the record as committed. At this moment the conversion takes effect.
 * 4. Every note is marked as converted, and the record is removed.
 *
 * If the process dies before 3, the deferred task releases the reserved notes; if it dies after 3, the task marks them as
 * converted. Readers of a reserved note look at the record (`resolved`, read.ts), so that they see all notes converted from 3 on,
 * and none before.
 */

/** Notes that one transaction may change: each takes two writes (header and timeline entry), and there are at most 16 counters. */
const NOTES_AT_ONCE = 40;

const inChunks = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, chunk) => all.slice(chunk * size, chunk * size + size));

/**
 * Runs a conversion through its four steps.
 *
 * @param notes as the caller read them; if one was changed since, the conversion is aborted
 * @param commitInvoice commits the invoice together with the given write, which commits the conversion, and returns the result
 * @throws `ConditionFailed` when a note was changed since; everything is undone, and the caller may try again
 */
export async function convertInStages<R>(
  conversion: StagedConversion,
  notes: readonly DeliveryNote[],
  commitInvoice: (decision: Write[]) => Promise<R>,
): Promise<R> {
  const company = conversion.companyId;
  await transact(beginConversion(company, conversion));
  try {
    await Promise.all(inChunks(notes, NOTES_AT_ONCE).map(chunk => transact(reservations(conversion.id, chunk))));
    const answer = await commitInvoice([decideConversion(company, conversion.id, 'committed')]);
    await completeConversion(company, conversion.id);
    return answer;
  } catch (error) {
    // If this fails too, the deferred task does it.
    await completeConversion(company, conversion.id).catch((cause: unknown) =>
      log.warn('Conversion not undone, the deferred task will retry', { id: conversion.id, error: (cause as Error).name }),
    );
    throw error;
  }
}

const reservations = (id: string, notes: readonly DeliveryNote[]): Write[] =>
  headerWrites(
    DELIVERY_NOTES,
    notes.map(before => ({ before, after: { ...before, conversion: { id } }, recorded: [] })),
  );

/** Finishes a conversion that is committed; aborts and undoes one that is not. Idempotent; may run at any time. */
export async function completeConversion(company: CompanyId, id: string): Promise<void> {
  let conversion = await readConversion(company, id);
  if (conversion?.state === 'preparing') {
    await transact([decideConversion(company, id, 'aborted')]).catch((error: unknown) => {
      // Its own process has committed or aborted it meanwhile.
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

/** Marks those notes that are still reserved as converted, or releases them. */
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
