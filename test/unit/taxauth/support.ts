import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XmlC14NMode, XmlDocument } from 'libxml2-wasm';
import { now } from '#shared/base/kernel/clock.ts';
import type { CallAuthority } from '#shared/authority/calls/call.ts';
import { TaxauthError } from '#shared/authority/taxauth/client/errors.ts';
import { startTaxauth } from '../../../infra/local/taxauth/index.ts';
import type { Taxauth, TaxauthOptions } from '../../../infra/local/taxauth/index.ts';

/** Makes calls without counting them: tests of the client need no table. */
export const uncounted: CallAuthority = (_, url, init) => fetch(url, init);

export const CIF = '12345674';
export const BUYER = '18547290';
const CIUS_RO = 'urn:cen.eu:en16931:2017#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1';

/** The minimal UBL document for the authority's first checks. */
export function ubl({
  number = 'FCT-2026-001',
  cif = CIF,
  root = 'Invoice',
  customization = CIUS_RO,
  buyer = BUYER,
}: { buyer?: string; number?: string; cif?: string; root?: 'Invoice' | 'CreditNote'; customization?: string } = {}): string {
  const party = (id: string): string =>
    `<cac:Party><cac:PartyTaxScheme><cbc:CompanyID>RO${id}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme></cac:Party>`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"` +
    ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
    ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
    `<cbc:CustomizationID>${customization}</cbc:CustomizationID><cbc:ID>${number}</cbc:ID><cbc:Note>Plată în țară</cbc:Note>` +
    `<cac:AccountingSupplierParty>${party(cif)}</cac:AccountingSupplierParty>` +
    `<cac:AccountingCustomerParty>${party(buyer)}</cac:AccountingCustomerParty></${root}>`
  );
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'taxauth-'));

/** The files of a first start, created once for all test files: creating two RSA keys for each test would take longer than the tests. */
let firstBoot: Promise<ReadonlyMap<string, Buffer>> | undefined;
async function bootedFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const dataDir = newFolder();
  const taxauth = await startTaxauth({ dataDir });
  await taxauth.stop();
  const files = new Map(readdirSync(dataDir).map(name => [name, readFileSync(join(dataDir, name))]));
  rmSync(dataDir, { recursive: true });
  return files;
}

/** A simulator in a folder of its own; `remove` stops it and deletes the folder. */
export async function freshTaxauth(
  options: Partial<TaxauthOptions> = {},
): Promise<Taxauth & { dataDir: string; remove(): Promise<void> }> {
  const dataDir = newFolder();
  for (const [name, bytes] of await (firstBoot ??= bootedFiles())) writeFileSync(join(dataDir, name), bytes);
  const taxauth = await startTaxauth({ dataDir, ...options });
  return {
    ...taxauth,
    dataDir,
    async remove() {
      await taxauth.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

/** The taxauth error with which the promise rejects. */
export async function errorOf(promise: Promise<unknown>): Promise<TaxauthError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof TaxauthError) return error;
    throw error;
  }
  throw new Error('the call was expected to fail');
}

/** The days of a period that ends now, in the form for the list with pages. */
export const lastDays = (days: number): { startTime: Date; endTime: Date } => ({
  startTime: new Date(now().getTime() - days * 86_400_000),
  endTime: now(),
});

/** Checks a response's signature with nothing but Canonical XML and node:crypto; returns the result of each part. */
export function checkSignature(
  signature: string,
  signedBytes: Uint8Array,
): { digest: boolean; value: boolean; certificate: X509Certificate } {
  const document = XmlDocument.fromString(signature);
  try {
    const namespaces = { ds: 'http://www.w3.org/2000/09/xmldsig#' };
    const text = (path: string): string => document.get(path, namespaces)?.content ?? '';
    const info = document.get('//ds:SignedInfo', namespaces)?.canonicalizeToString({ mode: XmlC14NMode.XML_C14N_EXCLUSIVE_1_0 });
    const certificate = new X509Certificate(Buffer.from(text('//ds:X509Certificate'), 'base64'));
    const key = createPublicKey(certificate.publicKey.export({ type: 'spki', format: 'pem' }));
    return {
      digest: createHash('sha256').update(signedBytes).digest('base64') === text('//ds:DigestValue'),
      value: verify('RSA-SHA256', Buffer.from(info ?? ''), key, Buffer.from(text('//ds:SignatureValue'), 'base64')),
      certificate,
    };
  } finally {
    document.dispose();
  }
}
