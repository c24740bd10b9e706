/**
 * By whom and where the local table is called. AWS's DynamoDB Local has a table of its own for each key id and region, unless it is started with
 * `-sharedDb`: all calls of a system must have the same. `DYNAMODB_KEY_ID` lets several systems use one server (tests against the reference).
 */
export const localCaller = () => ({
  region: 'eu-central-1',
  credentials: { accessKeyId: process.env['DYNAMODB_KEY_ID'] ?? 'local', secretAccessKey: 'local' },
});
