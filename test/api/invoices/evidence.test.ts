import {
  CopyObjectCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { s3 } from '#shared/platform/aws/s3.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { notIssued } from '../../support/einvoice/issued-documents.ts';
import { accepted, become, call, detailOf, draft, issued, readyCompany, xmlOf } from '../../support/invoices.ts';
import type { Invoice } from '../../support/contract.ts';
import { type Scope, useService } from '../../support/service.ts';
import { deliver, listedBy, newReceiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';
import { declaredAtOnce, declaring } from '../../support/transport.ts';
import { DEPTH } from '../../support/effort.ts';

const Bucket = (): string => environment('documentsBucket');
const keysBelow = async (Prefix: string): Promise<string[]> =>
  ((await s3().send(new ListObjectVersionsCommand({ Bucket: Bucket(), Prefix }))).Versions ?? []).map(({ Key }) => Key ?? '');
const headOf = (Key: string) => s3().send(new HeadObjectCommand({ Bucket: Bucket(), Key }));
const removeVersion = (Key: string, VersionId: string | undefined) =>
  s3().send(new DeleteObjectCommand({ Bucket: Bucket(), Key, VersionId }));
/** Five years from 1 July of the next year. */
const end = (): Date => new Date(`${Number(today().slice(0, 4)) + 5}-12-31T00:00:00Z`);

async function expectLocked(key: string): Promise<void> {
  const { VersionId, ObjectLockMode, ObjectLockRetainUntilDate } = await headOf(key);
  expect([key, ObjectLockMode]).toEqual([key, 'GOVERNANCE']);
  expect(ObjectLockRetainUntilDate?.getTime()).toBeGreaterThan(end().getTime());
  await expect(removeVersion(key, VersionId)).rejects.toThrow('protected by object lock');
  expect((await headOf(key)).VersionId).toBe(VersionId);
}

const service = useService();
const scope = {} as Scope & { clientId: string };
beforeAll(async () => {
  Object.assign(scope, await readyCompany(service()));
}, 60_000);

/** Every version can be removed: where requests are delivered twice, a PDF may have been stored twice. */
async function expectUnlocked(key: string): Promise<void> {
  let versions = 0;
  for (; versions < 2; versions++) {
    const head = await headOf(key).catch((error: unknown) => error as Error);
    if (head instanceof Error) break;
    expect([key, head.ObjectLockMode]).toEqual([key, undefined]);
    await removeVersion(key, head.VersionId);
  }
  expect(versions).toBeGreaterThan(0);
  await expect(headOf(key)).rejects.toMatchObject({ name: 'NotFound' });
}

describe('Files that prove a submission', () => {
  let invoice: Invoice;
  beforeAll(async () => {
    invoice = await accepted(service(), scope, (await issued(service(), scope, { clientId: scope.clientId })).id);
  });

  it('are locked: the XML that was sent, and the response of the authority', async () => {
    await expectLocked(invoice.xmlPath ?? '');
    const [answer, ...more] = await keysBelow(`companies/${scope.company}/invoices/${invoice.id}/taxauth/`);
    expect(more).toEqual([]);
    await expectLocked(answer ?? '');
  });

  it('can be restored after they were overwritten or deleted: the first version is still stored', async () => {
    const key = invoice.xmlPath ?? '';
    const { VersionId: first } = await headOf(key);
    const before = await xmlOf(service(), scope, invoice.id);
    const other = '<Invoice/>';
    notIssued(other);
    await s3().send(new PutObjectCommand({ Bucket: Bucket(), Key: key, Body: other, ContentType: 'application/xml' }));
    expect(await xmlOf(service(), scope, invoice.id)).toBe(other);
    const hidden = await s3().send(new DeleteObjectCommand({ Bucket: Bucket(), Key: key }));
    expect(hidden.DeleteMarker).toBe(true);
    // As docs/operations/restoring.md says.
    const CopySource = `${Bucket()}/${key}?versionId=${first}`;
    await s3().send(new CopyObjectCommand({ Bucket: Bucket(), Key: key, CopySource }));
    expect(await xmlOf(service(), scope, invoice.id)).toBe(before);
  });

  it('do not include what the service can generate again: PDFs, and files of drafts', async () => {
    await expectUnlocked(invoice.pdfPath ?? '');
    const { id } = await draft(service(), scope, { clientId: scope.clientId });
    expect((await call(service(), scope, 'GET', `/invoices/${id}/pdf`)).status).toBe(200);
    expect(await keysBelow(`companies/${scope.company}/invoices/${id}/`)).toEqual([]);
    const [preview, ...more] = (await keysBelow(`drafts/${scope.company}/`)).filter(key => key.includes(id));
    expect(more).toEqual([]);
    await expectUnlocked(preview ?? '');
  });

  it.runIf(DEPTH)('include each version of the XML of a document that is corrected after its rejection', async () => {
    const { id, xmlPath } = await issued(service(), scope, { clientId: scope.clientId });
    await service().idle();
    await expectLocked(xmlPath ?? '');
    await become(scope, id, { status: 'rejected' });
    const line = { description: 'Consultanță', quantity: 2, unitPrice: 100, vatRate: 21 };
    expect((await call(service(), scope, 'PUT', `/invoices/${id}`, { lines: [line] })).status).toBe(200);
    await service().idle();
    const corrected = await detailOf(service(), scope, id);
    expect(corrected.xmlPath).not.toBe(xmlPath);
    await expectLocked(corrected.xmlPath ?? '');
    await expectLocked(xmlPath ?? '');
  });

  it.runIf(DEPTH)('include what the authority delivers: the archive and the XML in it', async () => {
    const receiver = await newReceiver(service());
    await deliver(service(), receiver, supplierInvoice({ buyer: receiver.cif }));
    await synchronize(service(), receiver);
    expect(await listedBy(service(), receiver)).toHaveLength(1);
    const keys = await keysBelow(`companies/${receiver.company}/`);
    const delivered = keys.filter(key => /\.(xml|zip)$/.test(key));
    expect(delivered.map(key => key.slice(-4)).toSorted()).toEqual(['.xml', '.zip']);
    for (const key of delivered) await expectLocked(key);
  });

  it.runIf(DEPTH)('include the declarations of transports as they were sent', async () => {
    const carrier = await declaring(service());
    await declaredAtOnce(service(), carrier);
    const keys = await keysBelow(`companies/${carrier.company}/transports/`);
    expect(keys).toHaveLength(1);
    await expectLocked(keys[0] ?? '');
  });
});
