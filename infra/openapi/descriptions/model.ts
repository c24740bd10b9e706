/** Descriptions of the operations, parameters and schemas of an area, in Markdown. */
export interface AreaDescriptions {
  /** By operation id, such as `clients-create`. */
  operations?: Record<string, string | OperationDescription>;
  /** By name of the schema, such as `Client`. */
  schemas?: Record<string, SchemaDescription>;
}

export interface OperationDescription {
  /** What the operation does: rules, side effects, limits. */
  description: string;
  /** Of the parameters in query and path, by name. */
  parameters?: Record<string, string>;
  /** Of the success responses by status, where the summary of the operation does not say it. */
  responses?: Record<number, string>;
  /** Of the fields of schemas without name in body and responses, by path. */
  fields?: FieldDescriptions;
}

export interface SchemaDescription {
  /** Absent where the schema states its own. */
  description?: string;
  fields?: FieldDescriptions;
}

/** By the path of a field. Dots lead into objects and the elements of lists: `usageStats.totalUsage`, `lines.quantity`. */
export type FieldDescriptions = Record<string, string>;
