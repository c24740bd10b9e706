import { expect, it } from 'vitest';
import { CANARY_RUNS_A_MONTH, canarySheet } from '../../../../infra/cost/canary.ts';
import { idleStage } from '../../../../infra/cost/idle.ts';
import { PRICES } from '../../../../infra/cost/prices.ts';
import { total } from '../../../../infra/cost/sheet.ts';
import { NOTHING } from '../../../../infra/cost/usage.ts';

it('a canary costs its runs of a month, its alarm, and what it stores', () => {
  const off = idleStage([], []);
  const on = idleStage([{ Type: 'AWS::CloudWatch::Alarm', Properties: {} }], []);
  expect(CANARY_RUNS_A_MONTH).toBe(720);
  expect(total(canarySheet(NOTHING, off, on, PRICES))).toBeCloseTo(PRICES.alarmMonth, 10);
  const sheet = canarySheet({ ...NOTHING, mails: 1, fileBytes: 1024 ** 3 / 720 }, off, on, PRICES);
  expect(sheet.find(({ service }) => service === 'SES')).toMatchObject({ dollars: 0.72 * PRICES.sesMailsPerThousand });
  expect(sheet.find(({ service }) => service === 'Its storage')?.dollars).toBeCloseTo(PRICES.s3StoragePerGbMonth, 10);
});
