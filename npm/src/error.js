/** Kinds of errors by the status of a call. */
const KINDS = ["ok", "unreadable", "invalid", "failed", "stopped"];

/** The error of a question that has no answer. */
export class SheshError extends Error {
  /**
   * @param {string} message
   * @param {{kind?: string, code?: string, values?: object, cause?: unknown}} [details]
   */
  constructor(message, { kind = "failed", code, values, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "SheshError";
    this.kind = kind;
    this.code = code;
    this.values = values ?? {};
  }

  /** Reads the error that the module answers with. */
  static of(status, text) {
    const { error, code, values } = JSON.parse(text);
    return new SheshError(error, { kind: KINDS[status] ?? "failed", code, values });
  }
}
