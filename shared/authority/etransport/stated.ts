import { NO_TRANSPORT, NO_TRANSPORT_OF_LINE, type TransportFields, type TransportLineFields } from '#shared/model/transport.ts';
import type { StatedTransport, StatedTransportLine } from './input.ts';

/**
 * The transport fields of a note after a request: the body's values, null for the fields it clears, and the former values of the
 * fields it leaves out.
 *
 * @param kept the former values, for a partial update; absent for a new note and a full replacement
 */
export function statedTransport(body: StatedTransport, kept: TransportFields = NO_TRANSPORT): TransportFields {
  const fields = stated(NO_TRANSPORT, body, kept);
  const { etransportPostIncident, skipEtransport } = fields;
  return { ...fields, etransportPostIncident: etransportPostIncident ?? false, skipEtransport: skipEtransport ?? false };
}

/** The transport fields of a line after a request. A line is always replaced as a whole, so a field left out becomes null. */
export const statedTransportLine = (body: StatedTransportLine): TransportLineFields =>
  stated(NO_TRANSPORT_OF_LINE, body, NO_TRANSPORT_OF_LINE);

/** Takes each field that `names` has from the body, or from `kept` where the body leaves it out. */
function stated<Fields extends object>(names: Fields, body: object, kept: Fields): Fields {
  const [sent, before] = [body, kept] as Record<string, unknown>[];
  const valueOf = (name: string): unknown => (sent?.[name] === undefined ? before?.[name] : sent[name]) ?? null;
  return Object.fromEntries(Object.keys(names).map(name => [name, valueOf(name)])) as Fields;
}
