/** The parts of the OpenAPI document from which tools are made. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

export type Schema = Record<string, unknown>;

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: Schema }> };
  responses: Record<string, unknown>;
  'x-permission'?: string;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

/** @throws Error when the service does not answer with its document */
export async function readDocument(url: string): Promise<Document> {
  const address = new URL('/openapi.json', url);
  const response = await fetch(address).catch((error: Error) => {
    throw new Error(`${address.href} cannot be reached (--url).`, { cause: error });
  });
  if (!response.ok) throw new Error(`${address.href} answered ${response.status}.`);
  return (await response.json()) as Document;
}
