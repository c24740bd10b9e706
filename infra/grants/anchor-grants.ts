import { ANCHORS_FOLDER } from '#shared/documents/anchors/folder.ts';
import * as names from '../stage/names.ts';
import { allow, type Statement } from './statement.ts';
import type { StageSettings } from '../stage/stages.ts';

interface Granted {
  statements: Statement[];
  environment: Record<string, string>;
}

const files = (stage: StageSettings): string => `${names.bucketArn(names.anchorsBucket(stage))}/${ANCHORS_FOLDER}*`;
const environment = (stage: StageSettings) => ({ ANCHORS_BUCKET: names.anchorsBucket(stage) });

/** The statements about the bucket of anchors: no function may replace, remove or unlock one. */
export const ANCHOR_GRANTS = {
  'anchors:write': (stage: StageSettings): Granted => ({
    // Only requests with the header `If-None-Match`, which S3 refuses where the file is there.
    statements: [allow(['s3:PutObject'], [files(stage)], { Null: { 's3:if-none-match': 'false' } })],
    environment: environment(stage),
  }),
  'anchors:read': (stage: StageSettings): Granted => ({
    statements: [
      allow(['s3:GetObject'], [files(stage)]),
      // Without a condition on the prefix, which a GetObject does not have: S3 would answer "forbidden" for a file that does not exist.
      allow(['s3:ListBucket'], [names.bucketArn(names.anchorsBucket(stage))]),
    ],
    environment: environment(stage),
  }),
};
