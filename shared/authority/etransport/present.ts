import { presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import {
  NEVER_SUBMITTED,
  NO_TRANSPORT,
  NO_TRANSPORT_OF_LINE,
  type TransportFields,
  type TransportLineFields,
  type TransportState,
} from '#shared/model/transport.ts';

/** The transport fields of a delivery note in lists and details (TRN-1 to TRN-12); schema.ts has the schemas. */
export const presentTransport = (note: TransportFields & TransportState): TransportFields & TransportState => ({
  ...pick(NO_TRANSPORT, note),
  ...pick(NEVER_SUBMITTED, note),
  etransportSubmittedAt: presentInstantOrNull(note.etransportSubmittedAt),
  etransportDeletedAt: presentInstantOrNull(note.etransportDeletedAt),
});

/** The transport fields of a line as answers return them; weights and the value have two decimals. */
export const presentTransportLine = (line: TransportLineFields = NO_TRANSPORT_OF_LINE): TransportLineFields => ({
  ...pick(NO_TRANSPORT_OF_LINE, line),
  netWeight: twoDecimals(line.netWeight),
  grossWeight: twoDecimals(line.grossWeight),
  valueWithoutVat: twoDecimals(line.valueWithoutVat),
});

const twoDecimals = (value: string | null): string | null => value && amount(decimal(value));

/** The fields of `from` that `blank` names. A record that was stored before a field existed gets the value of `blank`. */
const pick = <T extends object>(blank: T, from: T): T =>
  Object.fromEntries(Object.entries(blank).map(([name, value]) => [name, from[name as keyof T] ?? value])) as T;
