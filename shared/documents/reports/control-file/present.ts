import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';
import { presentNumberOrNull } from '#shared/base/kernel/money.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { CounterChange } from '#shared/records/catalogue/series/counter-changes.ts';
import type { ControlEntry } from './entries.ts';
import type { ControlFile } from './read.ts';
import { findingsOf } from './texts.ts';

/** A control file as JSON (REP-62 to REP-64). */
export const presentControlFile = (file: ControlFile) => ({
  seriesId: file.series.id,
  ...{ prefix: file.series.prefix, year: file.series.year, type: file.series.type },
  ...{ from: file.from, to: file.to },
  chainHolds: findingsOf(file) === 0,
  ...{ problems: file.problems, anchors: file.anchors },
  counterChanges: file.counterChanges.map(presentChange),
  numbers: file.entries.map(presentEntry),
});

const presentEntry = (entry: ControlEntry) => ({
  ...{ sequence: entry.sequence, lastSequence: entry.lastSequence, number: entry.number },
  ...{ state: entry.state, status: entry.status, documentId: entry.documentId, issueDate: entry.issueDate },
  numberedAt: presentInstantOrNull(entry.numberedAt),
  numberedBy: named(entry.numberedBy),
  ...{ partner: entry.partner, parentNumber: entry.parentNumber, currency: entry.currency },
  total: presentNumberOrNull(entry.total),
  taxauth: entry.taxauth,
  cancelled: entry.cancelled && {
    at: presentInstantOrNull(entry.cancelled.at),
    by: named(entry.cancelled.by),
    reason: entry.cancelled.reason,
  },
  removedAt: presentInstantOrNull(entry.removedAt),
  counterChanges: entry.counterChanges.map(presentChange),
  history: entry.history.map(({ at, by, type, status, details, reason, changes, moreChanges }) => ({
    ...{ at: presentInstant(at), type, status, by: named(by), details, reason },
    changes: changes.map(({ field, from, to }) => ({ field, from: textOf(from), to: textOf(to) })),
    moreChanges,
  })),
  ...{ problems: entry.problems, notes: entry.notes },
});

/** A value as text: what is no text, as JSON. */
const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : sortedJson(value);

const presentChange = ({ from, to, reason, by, at }: CounterChange) => ({
  ...{ from, to, reason, by: { id: by.id, name: by.name }, at: presentInstant(at) },
});

/** Without the address of the person. */
const named = (by: PersonRef | null) => by && { id: by.id, name: by.name };
