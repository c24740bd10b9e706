import type { TransportDeclaration } from '../../support/contract.ts';
import type { useTransports } from '../../support/transport.ts';

/** The values of an attribute, in the order of the XML. */
export const values = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!);

/** Declarations of several notes, or of parts of them. */
export function togetherCalls({ service, received, request }: ReturnType<typeof useTransports>) {
  const together = (deliveryNotes: object[], rest: object = {}) =>
    request<TransportDeclaration>('POST', '/transport-declarations', { deliveryNotes, ...rest });
  const declaration = async (uuid: string) =>
    (await request<TransportDeclaration>('GET', `/transport-declarations/${uuid}`)).body;

  /** The XML that the authority accepted last. */
  async function lastXml(): Promise<string> {
    const last = (await received()).at(-1);
    return service().runtime.engines.taxauth.declarationXml(last?.index ?? 0) ?? '';
  }
  return { together, declaration, lastXml };
}
