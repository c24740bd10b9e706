/**
 * By whom and where the local table is called. AWS's DynamoDB Local has a table of its own for each key id and region, unless it is started with
 * `-sharedDb`: all calls must have the same. Those of functions have them from their environment (environment.ts).
 */
export const LOCAL_CALLER = {
  region: 'eu-central-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};
