import { CopyObjectCommand, DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, describe, expect, it } from 'vitest';
import { s3 } from '#shared/platform/aws/s3.ts';
import { notIssued } from '../../support/einvoice/issued-documents.ts';
import { accepted, call, draft, issued, xmlOf } from '../../support/invoices.ts';
import type { Invoice } from '../../support/contract.ts';
import { evidenceCalls, Bucket, keysBelow, headOf, removeVersion, expectLocked } from './evidence-calls.ts';

const { service, scope } = evidenceCalls();

async function expectUnlocked(key: string): Promise<void> {
  const { VersionId, ObjectLockMode } = await headOf(key);
  expect([key, ObjectLockMode]).toEqual([key, undefined]);
  await removeVersion(key, VersionId);
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
});
