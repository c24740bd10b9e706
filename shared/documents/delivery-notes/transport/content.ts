import type { TransportMessage } from '#shared/authority/etransport/message.ts';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import type { DeliveryNoteDocument } from '#shared/model/convertible/delivery-note.ts';
import type { DocumentLine } from '#shared/model/line.ts';
import { NO_TRANSPORT_OF_LINE, type TransportDeclaration, type TransportGoods } from '#shared/model/transport.ts';
import type { TransportBody } from '../input.ts';
import { withChange } from './change.ts';
import { declarationOfNote } from './declaration.ts';
import {
  type MessageContent,
  type PartLine,
  type SentMessage,
  standingParts,
  type TransportPart,
  type TransportRecord,
} from './record.ts';

/** Builds the content of messages to the authority from a record and the current state of its notes. Pure. */

/** The existing notes of a record, by id. */
export type NotesById = ReadonlyMap<string, DeliveryNoteDocument>;

/**
 * The content of a message.
 *
 * @param uit the identifier of the record. A declaration with an identifier corrects the one that the authority has; null for the
 * first
 */
export function messageOf(
  record: TransportRecord,
  { content, reference }: SentMessage,
  notes: NotesById,
  uit: string | null,
): TransportMessage {
  switch (content.kind) {
    case 'notification':
      return declared(record, notes, reference, uit);
    case 'correction': {
      const after = withCorrection(record, notes, content);
      return declared(after.record, after.notes, reference, uit);
    }
    default:
      return about(record, { content, reference }, uit ?? '');
  }
}

const declared = (record: TransportRecord, notes: NotesById, reference: string, corrects: string | null): TransportMessage => ({
  kind: 'notification',
  declaration: { ...declarationOfRecord(record, notes), reference },
  corrects,
});

function about(
  { declarant }: TransportRecord,
  { content, reference }: Pick<SentMessage, 'content' | 'reference'>,
  uit: string,
): TransportMessage {
  const head = { declarant, reference, uit };
  switch (content.kind) {
    case 'deletion':
      return { kind: 'deletion', ...head };
    case 'confirmation':
      return { kind: 'confirmation', ...head, outcome: content.outcome, remark: content.remark };
    case 'vehicle_change':
      return { ...content, ...head };
    default:
      throw new Error(`A ${content.kind} is no message about an identifier.`);
  }
}

/**
 * The record and its notes as they are after a correction. If the record has a vehicle of its own, that is changed, not the note's.
 * Pure.
 */
export function withCorrection(
  record: TransportRecord,
  notes: NotesById,
  { note: id, change }: Extract<MessageContent, { kind: 'correction' }>,
): { record: TransportRecord; notes: NotesById } {
  const note = id === null ? undefined : notes.get(id);
  if (!note || !change) return { record, notes };
  const changed = (stated: TransportBody): NotesById => new Map([...notes, [note.id, withChange(note, stated)]]);
  if (!record.vehicle) return { record, notes: changed(change) };
  const { etransportVehicleNumber, etransportTrailer1, etransportTrailer2, ...rest } = change;
  const was = record.vehicle;
  const vehicle = {
    vehicle: etransportVehicleNumber === undefined ? was.vehicle : etransportVehicleNumber,
    trailer1: etransportTrailer1 === undefined ? was.trailer1 : etransportTrailer1,
    trailer2: etransportTrailer2 === undefined ? was.trailer2 : etransportTrailer2,
  };
  return { record: { ...record, vehicle }, notes: changed(rest) };
}

/**
 * The declaration for the notes of a record that are not removed: route, partner, dates and vehicle of the first note, goods and
 * document numbers of all.
 */
export function declarationOfRecord(record: TransportRecord, notes: NotesById): TransportDeclaration {
  const parts = standingParts(record).flatMap(part => {
    const note = notes.get(part.noteId);
    return note ? [{ part, note }] : [];
  });
  const [first] = parts;
  if (!first) throw new Error('A transport is declared of at least one delivery note.');
  const each = parts.map(({ part, note }) => ({ declaration: declarationOfNote(note), part, note }));
  return {
    ...declarationOfNote(first.note),
    ...record.vehicle,
    goods: each.flatMap(({ declaration, part, note }) => goodsOf(declaration.goods, part, note.lines)),
    documents: each.flatMap(({ declaration }) => declaration.documents),
  };
}

function goodsOf(goods: TransportGoods[], { lines: stated }: TransportPart, lines: readonly DocumentLine[]): TransportGoods[] {
  if (!stated) return goods;
  const byLine = new Map(stated.map(line => [line.lineId, line]));
  return goods.flatMap((each, place) => {
    const line = lines[place];
    const part = line && byLine.get(line.id);
    return part ? [shareOf(each, line, part)] : [];
  });
}

/** The goods of a part of a line. Weights and values that the part does not state are in proportion to its quantity. */
function shareOf(goods: TransportGoods, line: DocumentLine, part: PartLine): TransportGoods {
  const share = decimal(part.quantity).div(line.quantity);
  const shared = (whole: string | null): string | null => whole && amount(decimal(whole).times(share));
  const transport = line.transport ?? NO_TRANSPORT_OF_LINE;
  return {
    ...goods,
    quantity: part.quantity,
    netWeight: part.netWeight ?? shared(transport.netWeight),
    grossWeight: part.grossWeight ?? shared(transport.grossWeight),
    valueWithoutVat: part.valueWithoutVat ?? shared(goods.valueWithoutVat),
  };
}
