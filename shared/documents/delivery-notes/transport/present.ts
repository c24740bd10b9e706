import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { OUTCOME_NAMES, OUTCOMES } from './input.ts';
import type { SentMessage, TransportPart, TransportRecord } from './record.ts';

/** A declaration in answers; schema.ts has its schema. */
export const presentDeclaration = (record: TransportRecord) => ({
  uuid: record.id,
  status: record.status,
  uit: record.uit,
  validUntil: record.validUntil,
  vehicle: record.vehicle && {
    vehicleNumber: record.vehicle.vehicle,
    trailer1: record.vehicle.trailer1,
    trailer2: record.vehicle.trailer2,
  },
  confirmation: record.confirmation && {
    outcome: outcomeName(record.confirmation.outcome),
    remark: record.confirmation.remark,
    confirmedAt: presentInstant(record.confirmation.at),
  },
  deliveryNotes: record.parts.map(presentPart),
  messages: record.messages.map(presentMessage).toReversed(),
  createdAt: presentInstant(record.createdAt),
  updatedAt: presentInstant(record.updatedAt),
});

export const presentDeclarations = (records: readonly TransportRecord[]) => ({ data: records.map(presentDeclaration) });

const presentPart = ({ noteId, number, lines, isRemoved }: TransportPart) => ({
  uuid: noteId,
  number,
  removed: isRemoved === true,
  lines:
    lines?.map(({ lineId, quantity, netWeight, grossWeight, valueWithoutVat }) => ({
      ...{ uuid: lineId, quantity, netWeight, grossWeight, valueWithoutVat },
    })) ?? null,
});

const presentMessage = ({ id, content, reference, state, by, uploadId, errors, ...times }: SentMessage) => ({
  uuid: id,
  kind: content.kind,
  status: state,
  reference,
  uploadId,
  errors,
  ...(content.kind === 'vehicle_change' && {
    vehicle: { vehicleNumber: content.vehicle, trailer1: content.trailer1, trailer2: content.trailer2 },
    remark: content.remark,
    changedAt: presentInstant(content.changedAt),
  }),
  ...(content.kind === 'confirmation' && { outcome: outcomeName(content.outcome), remark: content.remark }),
  requestedBy: by && { id: by.id, name: by.name },
  createdAt: presentInstant(times.createdAt),
  sentAt: presentInstantOrNull(times.attemptedAt),
  decidedAt: presentInstantOrNull(times.decidedAt),
});

const outcomeName = (code: number) => OUTCOME_NAMES.find(name => OUTCOMES[name] === code) ?? 'confirmed';
