import { changeWrites } from '#shared/documents/common/store.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import { retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { readDeliveryNote } from '../../read.ts';
import { DELIVERY_NOTES } from '../../store.ts';
import type { NotesById } from '../content.ts';
import { decided, type Decided, type Decision, type NoteChange } from './decide.ts';
import {
  changeRecord,
  type MessageState,
  readRecord,
  type SentMessage,
  type TransportItem,
  type TransportRecord,
  type TransportTask,
} from '../record.ts';

/** A record as it is read for a task, with its notes and the message that the task is about. */
export interface LoadedTransport {
  item: TransportItem;
  record: TransportRecord;
  message: SentMessage;
  notes: NotesById;
}

/** Reads what a task is about; undefined when it does not exist. Two round trips, since the record has the ids of its notes. */
export async function readTransport({ companyId, recordId, messageId }: TransportTask): Promise<LoadedTransport | undefined> {
  const item = await readRecord(companyId, recordId);
  const message = item?.data.messages.find(({ id }) => id === messageId);
  if (!item || !message) return undefined;
  return { item, record: item.data, message, notes: await readRecordNotes(item.data) };
}

/** The existing notes of a record. @param known a note that was read already */
export async function readRecordNotes(
  { companyId, parts }: Pick<TransportRecord, 'companyId' | 'parts'>,
  known?: DeliveryNoteDocument,
): Promise<NotesById> {
  const read = async (id: string) => (id === known?.id ? known : (await readDeliveryNote(companyId, id))?.document);
  const notes = await Promise.all(parts.map(({ noteId }) => read(noteId)));
  return new Map(notes.flatMap(note => (note ? [[note.id, note] as const] : [])));
}

/** The state of the message after a decision; `superseded`: the record or the message does not exist. */
export interface RecordedDecision {
  state: MessageState | 'superseded';
  record?: TransportRecord;
}

/** Records the final result of a message, in one transaction with the notes. Idempotent: only the first decision is recorded. */
export const recordDecision = (task: TransportTask, decision: Decision): Promise<RecordedDecision> =>
  retryOnContention(async () => {
    const loaded = await readTransport(task);
    if (!loaded) return { state: 'superseded' };
    const { item, record, message, notes } = loaded;
    if (message.state !== 'waiting' && message.state !== 'uploaded') return { state: message.state, record };
    const after = decided(record, message, decision, notes, instant());
    await transact(writesOf(item, after));
    return { state: decision.state, record: after.record };
  });

function writesOf(item: TransportItem, { record, notes }: Decided): Write[] {
  // `changeWrites` writes the lines of its first document only; at most one note has changed lines.
  const [first, ...rest] = notes.toSorted((a, b) => Number(changesLines(b)) - Number(changesLines(a)));
  const writes = first ? changeWrites(DELIVERY_NOTES, headerChange(first), rest.map(headerChange)) : [];
  return [changeRecord(item, record), ...writes];
}

const changesLines = ({ before, after }: NoteChange): boolean => before.lines !== after.lines;

const headerChange = ({ before, after, event, notifications }: NoteChange) => ({
  before,
  after,
  recorded: [{ event, webhooks: notifications }],
});
