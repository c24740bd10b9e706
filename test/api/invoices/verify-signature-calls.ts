import { afterAll, beforeAll, expect } from 'vitest';
import { getFile, putFile, removeFile } from '#shared/platform/aws/documents-bucket.ts';
import { answerKey } from '#shared/documents/invoices/submission/stored-answer.ts';
import type { Answered, Invoice } from '../../support/contract.ts';
import { useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

type Result = Record<string, unknown> & { details: Record<string, unknown> };

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const NAME = (common: string): string => `CN=${common}, O=Local Tax Authority (test)`;
export const VALID = {
  valid: true,
  signer: 'Test Seal',
  signerCertificate: {
    subject: NAME('Test Seal'),
    issuer: NAME('Test Root'),
    serialNumber: expect.stringMatching(/^[0-9A-F]{32}$/),
    validFrom: '2020-01-01T00:00:00Z',
    validUntil: '2049-12-31T23:59:59Z',
    fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
  },
  signatureTimestamp: expect.stringMatching(INSTANT),
  algorithm: 'RSA-SHA256',
  signatureFormat: 'XMLDSig',
  certificateChainValid: true,
  timestampValid: null,
  xmlIntegrityValid: true,
  verifiedAt: expect.stringMatching(INSTANT),
};
export const invalid = (error: string, details: object, signer: string | null = 'Test Seal') => ({
  valid: false,
  error,
  errorMessage: expect.stringMatching(/^[A-Z].+\.$/),
  signer,
  signatureTimestamp: expect.stringMatching(INSTANT),
  verifiedAt: expect.stringMatching(INSTANT),
  details: { certificateChainValid: true, timestampValid: null, xmlIntegrityValid: true, ...details },
});

export const forged = (xml: string | Uint8Array): Buffer =>
  Buffer.from(Buffer.from(xml).toString().replace('>121.00<', '>999.00<'));

/** Requests of these tests. */
export function verifySignatureCalls() {
  const service = useService();
  const { scope, request, act, draft, issued, validated } = useTrader({ service, connected: true });
  const simulator = async (body: object): Promise<void> => {
    expect((await service().api('PUT', '/_local/taxauth', { body })).status).toBe(200);
  };
  /** An invoice that was issued, submitted and validated. */
  const invoice = {} as Invoice;
  /** The keys of its files, and their first content. */
  const key = {} as { answer: string; xml: string };
  const original = {} as { answer: Uint8Array; xml: Uint8Array };

  const bytesOf = async (file: string): Promise<Uint8Array> => (await getFile(file))?.bytes ?? new Uint8Array();
  const store = (answer: Uint8Array): Promise<void> => putFile(key.answer, answer, 'application/zip');
  const answerKeyOf = ({ id, taxauthSubmissionId }: Invoice): string =>
    answerKey({ companyId: scope.company, invoiceId: id, submissionId: String(taxauthSubmissionId) });

  beforeAll(async () => {
    Object.assign(invoice, await validated());
    Object.assign(key, { answer: answerKeyOf(invoice), xml: String(invoice.xmlPath) });
    Object.assign(original, { answer: await bytesOf(key.answer), xml: await bytesOf(key.xml) });
  });
  afterAll(() => simulator({ mode: 'ok', seal: {} }));

  const verify = <T = Result>(id = invoice.id): Promise<Answered<T>> => request<T>('POST', `/invoices/${id}/verify-signature`);
  const file = <T = Buffer>(name: string, id = invoice.id): Promise<Answered<T>> => request<T>('GET', `/invoices/${id}/${name}`);
  /** Lets the authority sign its response in another way: a response that is not stored any more is downloaded again. */
  async function signedAgain(seal: object | null): Promise<void> {
    await simulator({ seal });
    await removeFile(key.answer);
    expect((await file('taxauth-response')).status).toBe(200);
  }
  /** Puts both files back as they were. */
  const restored = async (): Promise<void> => {
    await store(original.answer);
    await putFile(key.xml, original.xml, 'application/xml');
  };
  return {
    service,
    scope,
    request,
    act,
    draft,
    issued,
    validated,
    simulator,
    invoice,
    key,
    original,
    bytesOf,
    store,
    answerKeyOf,
    verify,
    file,
    signedAgain,
    restored,
  };
}
