import { NO_TRANSPORT, NO_TRANSPORT_OF_LINE, type TransportFields, type TransportLineFields } from '../model/transport.ts';
import type { StatedTransport, StatedTransportLine } from './input.ts';

/**
 * The transport fields of a note after a request: what the body states, null for what it clears, and what was kept for what it leaves out.
 *
 * @param kept the fields before a partial update; absent for a new note and a full replacement, where nothing is kept
 */
export function statedTransport(body: StatedTransport, kept: TransportFields = NO_TRANSPORT): TransportFields {
  const fields = stated(NO_TRANSPORT, body, kept);
  const { etransportPostIncident, skipEtransport } = fields;
  return { ...fields, etransportPostIncident: etransportPostIncident ?? false, skipEtransport: skipEtransport ?? false };
}

/** The same of a line, which is always replaced as a whole. */
export const statedTransportLine = (body: StatedTransportLine): TransportLineFields =>
  stated(NO_TRANSPORT_OF_LINE, body, NO_TRANSPORT_OF_LINE);

/** The fields that `names` has, of a body and of what was kept. */
function stated<Fields extends object>(names: Fields, body: object, kept: Fields): Fields {
  const [sent, before] = [body, kept] as Record<string, unknown>[];
  const valueOf = (name: string): unknown => (sent?.[name] === undefined ? before?.[name] : sent[name]) ?? null;
  return Object.fromEntries(Object.keys(names).map(name => [name, valueOf(name)])) as Fields;
}
