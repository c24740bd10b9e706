import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { readTimestamp } from '#shared/authority/einvoice/signature/timestamp-token.ts';
import { takeAnchor } from '#shared/documents/anchors/take.ts';
import { now, today } from '#shared/base/kernel/clock.ts';
import { TimeStampResp } from 'pkijs';
import type { SeriesAudit } from '../../support/contract.ts';
import { advanceToNoon } from '../../support/anchors/noon.ts';
import { call, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { startTimestampAuthority, type TestAuthority } from '../../support/anchors/timestamp-authority.ts';

const service = useOwnService();

let authority: TestAuthority;
let scope: Scope & { clientId: string };
let series: string;
beforeAll(async () => {
  await advanceToNoon(service());
  authority = await startTimestampAuthority(now);
  process.env['TIMESTAMP_URL'] = authority.url;
  scope = await lastingTrader(service());
});
afterAll(async () => {
  delete process.env['TIMESTAMP_URL'];
  await authority.stop();
});

/** A day on which an invoice is issued and its anchor is taken. */
async function dayWithChange(): Promise<void> {
  series = (await issued(service(), scope, { clientId: scope.clientId }))['documentSeriesId'] as string;
  await service().advance('P1D');
}

async function checked(): Promise<SeriesAudit['anchors']['checked']> {
  const { status, body } = await call<SeriesAudit>(service(), scope, 'GET', `/document-series/${series}/audit`);
  expect([status, body.problems]).toEqual([200, []]);
  return body.anchors.checked;
}

async function fileOf(key: string): Promise<Uint8Array> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('anchorsBucket'), Key: key }));
  return (await Body?.transformToByteArray()) ?? new Uint8Array();
}

it('an anchor has a time stamp of its file, from the day on which it was taken', async () => {
  await dayWithChange();
  const [{ key, stamped } = { key: '', stamped: false }] = await checked();
  expect(stamped).toBe(true);
  const response = await fileOf(key.replace('.json', '.tsr'));
  const { timeStampToken } = TimeStampResp.fromBER(response);
  const { info } = await readTimestamp(new Uint8Array(timeStampToken!.toSchema().toBER()), await fileOf(key));
  expect(info.genTime.toISOString().slice(0, 10)).toBe(now().toISOString().slice(0, 10));
});

it('a day without changes has neither', async () => {
  const { requests } = authority;
  await service().advance('P1D');
  expect(authority.requests).toBe(requests);
});

it('an outage of the authority does not prevent an anchor; the repetition stamps it', async () => {
  const before = await checked();
  authority.answer = { http: 503 };
  await dayWithChange();
  expect(await checked()).toMatchObject([{ day: today(), stamped: false }, ...before]);
  authority.answer = {};
  // The queue repeats the message after its visibility timeout.
  await service().advance('PT1H');
  expect(await checked()).toMatchObject([{ day: today(), stamped: true }, ...before]);
  const { requests } = authority;
  await takeAnchor({ companyId: scope.company, day: today() });
  expect(authority.requests, 'a third time: nothing is requested').toBe(requests);
});

it('a stage without an authority takes anchors without time stamps', async () => {
  delete process.env['TIMESTAMP_URL'];
  await dayWithChange();
  expect((await checked()).map(({ stamped }) => stamped)).toEqual([false, true, true]);
  process.env['TIMESTAMP_URL'] = authority.url;
});
