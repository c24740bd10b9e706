/** The format of Bruno's files; the package has no types. */
declare module '@usebruno/lang' {
  /** A request, as far as this project writes and reads it. */
  export interface BruRequest {
    meta: { name: string; type: 'http'; seq: number };
    http: { method: string; url: string; body: 'none' | 'json' | 'multipartForm'; auth: 'inherit' | 'none' };
    params?: { name: string; value: string; type: 'query' | 'path'; enabled: boolean }[];
    headers?: BruPair[];
    body?: { json?: string; multipartForm?: BruPart[] };
    vars?: { res?: (BruPair & { local: boolean })[] };
    /** `res.status` with `eq 200`. */
    assertions?: BruPair[];
  }
  export interface BruPair {
    name: string;
    value: string;
    enabled: boolean;
  }
  export type BruPart = { name: string; enabled: boolean } & (
    { type: 'file'; value: string[] } | { type: 'text'; value: string }
  );
  /** Settings of a collection or folder. */
  export interface BruCollection {
    meta: { name: string; seq?: number };
    auth: { mode: 'inherit' } | { mode: 'bearer'; bearer: { token: string } };
  }
  export interface BruEnvironment {
    variables: (BruPair & { secret: boolean })[];
  }

  const lang: {
    jsonToBruV2(request: BruRequest): string;
    bruToJsonV2(text: string): BruRequest;
    jsonToCollectionBru(collection: BruCollection): string;
    collectionBruToJson(text: string): BruCollection;
    envJsonToBruV2(environment: BruEnvironment): string;
    bruToEnvJsonV2(text: string): BruEnvironment;
  };
  export default lang;
}
