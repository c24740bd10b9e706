import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { type CifLookup, cifKey } from '#shared/platform/access/company-store.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { CompanyId, Item } from '#shared/platform/store/table.ts';
import { ConditionFailed, transact, type Write } from '#shared/platform/store/transact.ts';
import { type Answer, failure, noAccessTo, sentBefore, uploadRefused, uploadTaken } from '../simulator/wire.ts';
import type { SandboxCompany } from './company.ts';
import { outcomeOf, REJECTION, SLOW_SECONDS } from './outcomes.ts';
import { type DocumentFacts, readBuyerMessage, readDocument, ROOTS, type Standard } from './read-document.ts';
import {
  downloadIdOf,
  MAX_PACKED_BYTES,
  messageWrites,
  newIndex,
  numberWrite,
  packed,
  readMessage,
  readNumber,
  type SandboxMessage,
} from './store.ts';

/** The connection broke before the answer of an upload that was taken. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}

/**
 * upload and uploadb2c. What is accepted comes to the inbox of the other party, if that is a sandbox company of the same organization.
 *
 * @throws AnswerLost for a document that asks for it
 */
export async function upload(company: SandboxCompany, query: URLSearchParams, xml: string): Promise<Answer> {
  const cif = query.get('cif') ?? '';
  if (cif !== company.cif) return uploadRefused(noAccessTo(cif));
  const document = packed(xml);
  if (document.length > MAX_PACKED_BYTES)
    return uploadRefused(`Sandbox: fisierul comprimat are mai mult de ${MAX_PACKED_BYTES} octeti.`);
  const standard = query.get('standard') ?? '';
  if (standard === 'RASP') return uploadBuyerMessage(company, xml, document);
  if (!Object.hasOwn(ROOTS, standard))
    return uploadRefused('Valorile acceptate pentru parametrul standard sunt UBL, CN sau RASP');
  const facts = readDocument(xml, standard as Standard);
  if ('refused' in facts) return uploadRefused(facts.refused);
  const outcome = outcomeOf(facts.orderReference);
  if (outcome === 'down') return failure(500, 'Internal Server Error', 'Serviciul nu este disponibil');
  if (outcome === 'limited') return failure(429, 'Too Many Requests', 'Limita de apeluri a fost atinsa', { 'retry-after': '60' });
  const isSelfBilled = query.has('autofactura');
  const errors = outcome === 'rejected' ? [REJECTION] : issuerErrors(facts, cif, isSelfBilled);
  const [sellerCif, buyerCif] = isSelfBilled ? [facts.sellerIds[0] ?? '', cif] : [cif, facts.buyerIds[0] ?? ''];
  const message: SandboxMessage = {
    ...newMessage(cif, standard),
    ...{ sellerCif, buyerCif, errors, verdict: errors.length === 0 ? 'ok' : 'nok', lost: outcome === 'lost' },
    ...(outcome === 'slow' && { answersAt: instantIn(SLOW_SECONDS) }),
  };
  await take(company, message, { document, number: facts.number });
  if (outcome === 'lost') throw new AnswerLost('The connection was broken, as the document asks.');
  return uploadTaken(message.index);
}

/** The uploader must be the issuer: the seller, or with `autofactura` the buyer. Pure. */
function issuerErrors({ sellerIds, buyerIds }: DocumentFacts, cif: string, isSelfBilled: boolean): string[] {
  const ids = isSelfBilled ? buyerIds : sellerIds;
  return ids.includes(cif) ? [] : [`Identificatorul emitentului din fisier nu corespunde cu CIF=${cif}`];
}

function newMessage(cif: string, standard: string): SandboxMessage {
  const [index, at] = [newIndex(), instant()];
  const sent = { direction: 'sent' as const, origin: null, lost: false };
  return { index, downloadId: downloadIdOf(index), at, answersAt: at, cif, standard, ...sent, ...EMPTY };
}

const EMPTY = { sellerCif: '', buyerCif: '', verdict: 'ok' as const, errors: [] };

/** Stores an upload. Of two documents with one number, also at the same moment, the second is rejected and names the first. */
async function take(
  company: SandboxCompany,
  message: SandboxMessage,
  { document, number }: { document: Uint8Array; number: string },
): Promise<void> {
  const own = messageWrites(company.id, message, document);
  if (message.verdict === 'nok') return transact(own);
  const of = { standard: message.standard, number };
  try {
    await transact([...own, numberWrite(company.id, of, message), ...(await deliveryWrites(company, message, document))]);
  } catch (error) {
    const earlier = error instanceof ConditionFailed ? await readNumber(company.id, of) : undefined;
    if (!earlier) throw error;
    const errors = [sentBefore(earlier.index, earlier.at)];
    await transact(messageWrites(company.id, { ...message, verdict: 'nok', errors }, document));
  }
}

/** The writes that put an accepted message into the inbox of its other party. */
async function deliveryWrites(company: SandboxCompany, message: SandboxMessage, document: Uint8Array): Promise<Write[]> {
  const { cif, sellerCif, buyerCif, index } = message;
  const partner = await sandboxOf(company, cif === sellerCif ? buyerCif : sellerCif);
  if (!partner || partner.id === company.id) return [];
  const copy: SandboxMessage = { ...message, cif: partner.cif, direction: 'received', origin: index, lost: false };
  return messageWrites(partner.id, { ...copy, answersAt: message.at }, document);
}

/** The sandbox company of the same organization with a tax number. */
async function sandboxOf({ organizationId }: SandboxCompany, cif: string): Promise<{ id: CompanyId; cif: string } | undefined> {
  if (!/^\d{2,10}$/.test(cif)) return undefined;
  const lookup = await getItem<Item & { data: CifLookup }>(cifKey(organizationId, { cif, sandbox: true }));
  return lookup?.data.deletedAt === null ? { id: lookup.data.companyId, cif } : undefined;
}

/** A buyer's message about an invoice that it received: the seller gets it. */
async function uploadBuyerMessage(company: SandboxCompany, xml: string, document: Uint8Array): Promise<Answer> {
  const facts = readBuyerMessage(xml);
  if ('refused' in facts) return uploadRefused(facts.refused);
  const about = await readMessage(company.id, facts.invoiceIndex);
  const errors =
    about?.verdict !== 'ok' || about.standard === 'RASP'
      ? [`Nu exista factura cu id_incarcare=${facts.invoiceIndex}`]
      : about.buyerCif !== company.cif
        ? [`CIF=${company.cif} nu este beneficiarul facturii cu id_incarcare=${facts.invoiceIndex}`]
        : [];
  const message: SandboxMessage = {
    ...newMessage(company.cif, 'RASP'),
    ...{ sellerCif: about?.sellerCif ?? '', buyerCif: company.cif, errors, verdict: errors.length === 0 ? 'ok' : 'nok' },
  };
  const delivered = errors.length === 0 ? await deliveryWrites(company, message, document) : [];
  await transact([...messageWrites(company.id, message, document), ...delivered]);
  return uploadTaken(message.index);
}
