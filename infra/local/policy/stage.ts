import * as names from '../../stage/names.ts';
import { RETENTION_BY_LAW } from '#shared/output/files/retention.ts';
import type { StageSettings } from '../../stage/stages.ts';
import { BUCKET } from '../environment.ts';

/** The stage whose IAM statements hold for functions on the local runtime. */
export const LOCAL_STAGE: StageSettings = {
  name: 'local',
  region: 'eu-central-1',
  apiUrl: 'https://api.local.example',
  appUrl: 'https://app.local.example',
  mailFrom: 'Invoicing <no-reply@invoicing.example>',
  taxauthUrl: 'https://taxauth.example',
  taxauthTransportUrl: 'https://taxauth.example/test/transport',
  logRetentionDays: 1,
  anchors: { mode: 'GOVERNANCE', years: 7 },
  evidenceRetentionYears: RETENTION_BY_LAW,
  settings: {},
};

/** The stage with the official rules at this place: a folder, or `s3://` URL of a local bucket. */
export const localStage = (artifacts = ''): StageSettings => ({
  ...LOCAL_STAGE,
  settings: { EINVOICE_ARTIFACTS: artifacts.replace(`s3://${BUCKET}`, () => `s3://${names.documentsBucket(LOCAL_STAGE)}`) },
});
