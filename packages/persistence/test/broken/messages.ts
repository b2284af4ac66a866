/** A message of PostgreSQL's protocol. The first one of a client has no type. */
export interface Message {
  readonly type: string;
  readonly bytes: Buffer;
  /** The statement in it, or the settings at the start of a connection. */
  readonly text: string | undefined;
  readonly done: string | undefined;
  readonly code: string | undefined;
  /** The server's process for the connection, which the server sends once. */
  readonly pid: number | undefined;
}

const STARTUP = 196_608;

const stringAt = (bytes: Buffer, place: number): string => bytes.toString('utf8', place, bytes.indexOf(0, place));

const afterStringAt = (bytes: Buffer, place: number): number => bytes.indexOf(0, place) + 1;

const textStart = (type: string, bytes: Buffer): number | undefined => {
  if (type === 'Q') return 5;
  if (type === 'P') return afterStringAt(bytes, 5);
  if (type !== '' || bytes.readInt32BE(4) !== STARTUP) return undefined;
  for (let name = 8; bytes[name] !== 0; name = afterStringAt(bytes, afterStringAt(bytes, name)))
    if (stringAt(bytes, name) === 'options') return afterStringAt(bytes, name);
  return undefined;
};

/** Index of an error's code among its fields, which are each a letter and a text. */
const codeStart = (type: string, bytes: Buffer): number | undefined => {
  if (type !== 'E') return undefined;
  let field = 5;
  while (bytes[field] !== 0 && bytes[field] !== 'C'.charCodeAt(0)) field = afterStringAt(bytes, field);
  return field + 1;
};

const read = (type: string, bytes: Buffer, isServers: boolean): Message => {
  const [text, code] = isServers ? [undefined, codeStart(type, bytes)] : [textStart(type, bytes), undefined];
  return {
    type,
    bytes,
    text: text === undefined ? undefined : stringAt(bytes, text),
    code: code === undefined ? undefined : stringAt(bytes, code),
    done: isServers && type === 'C' ? stringAt(bytes, 5) : undefined,
    pid: isServers && type === 'K' ? bytes.readInt32BE(5) : undefined,
  };
};

/** Splits a stream into messages. `isServers` is true for the server's stream, false for the client's. */
export const endsOfMessages = (isServers: boolean): ((chunk: Buffer) => readonly Message[]) => {
  let rest: Buffer = Buffer.alloc(0);
  let hasType = isServers;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole: Message[] = [];
    for (;;) {
      const head = hasType ? 1 : 0;
      if (rest.length < head + 4) return whole;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return whole;
      const bytes = rest.subarray(0, length);
      rest = rest.subarray(length);
      whole.push(read(hasType ? String.fromCharCode(bytes[0] ?? 0) : '', bytes, isServers));
      hasType = true;
    }
  };
};

/** The message with its text or code, which begins at `start`, replaced. */
const replacing = (message: Message, start: number | undefined, text: string, isServers: boolean): Message => {
  if (start === undefined) return message;
  const { type, bytes } = message;
  const rest = bytes.subarray(afterStringAt(bytes, start));
  const changed = Buffer.concat([bytes.subarray(0, start), Buffer.from(`${text}\0`, 'utf8'), rest]);
  changed.writeInt32BE(changed.length - type.length, type.length);
  return read(type, changed, isServers);
};

export const withText = (message: Message, text: string): Message =>
  text === message.text ? message : replacing(message, textStart(message.type, message.bytes), text, false);

export const withCode = (message: Message, code: string): Message =>
  code === message.code ? message : replacing(message, codeStart(message.type, message.bytes), code, true);

const messageOf = (type: string, text: string, isServers: boolean): Message => {
  const bytes = Buffer.from(`${type}\0\0\0\0${text}\0`, 'utf8');
  bytes.writeInt32BE(bytes.length - 1, 1);
  return read(type, bytes, isServers);
};

export const commandDone = (command: string): Message => messageOf('C', command, true);

export const statementOf = (text: string): Message => messageOf('Q', text, false);

/** Sent by the server when it waits for the next statement, outside any transaction. */
export const READY: Message = read('Z', Buffer.from('Z\0\0\0\x05I', 'latin1'), true);
