// Schema form: fields for the arguments of a tool, from its schema.
// In: a schema and a value. Out: the value with what was changed; undefined takes a member out. The value is the one truth: what is
// typed and is no number stays text in it, so nothing is sent that is not shown.

import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type Json, JsonNumber } from '../../../../grammar/json.ts';
import { writeJson } from '../../../../grammar/json-write.ts';
import {
  initialOf,
  type Member,
  plain,
  readAny,
  readNumber,
  resolve,
  type Shape,
  shapeOf,
  writeAny,
} from './schema.ts';

interface FieldProps {
  readonly schema: unknown;
  readonly root: unknown;
  readonly label: string;
  readonly isRequired: boolean;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
}

type Shown<Kind extends Shape['kind']> = FieldProps & { readonly shape: Extract<Shape, { kind: Kind }> };

function SchemaField(props: FieldProps) {
  const shape = shapeOf(props.schema, props.root);
  const { value } = props;
  switch (shape.kind) {
    case 'object':
      // A value of another shape, from the JSON, is shown as that.
      return value === undefined || value instanceof Map ? (
        <ObjectField {...props} shape={shape} />
      ) : (
        <TypedField {...props} read={readAny} write={writeAny} isCode />
      );
    case 'list':
      return value === undefined || Array.isArray(value) ? (
        <ListField {...props} shape={shape} />
      ) : (
        <TypedField {...props} read={readAny} write={writeAny} isCode />
      );
    case 'choice':
      return <ChoiceField {...props} shape={shape} />;
    case 'either':
      return <EitherField {...props} shape={shape} />;
    case 'number':
      return <TypedField {...props} read={readNumber} write={writeAny} wants={shape.isWhole ? 'numeric' : 'decimal'} />;
    case 'text':
      return (
        <TypedField
          {...props}
          read={(text) => (text === '' && !props.isRequired ? undefined : text)}
          write={(given) => (typeof given === 'string' ? given : writeAny(given))}
        />
      );
    case 'any':
      return <TypedField {...props} read={readAny} write={writeAny} isCode />;
  }
}

/** The members of an object, in the order of its schema. */
export function Members({
  members,
  root,
  value,
  onChange,
}: {
  readonly members: readonly Member[];
  readonly root: unknown;
  readonly value: ReadonlyMap<string, Json>;
  readonly onChange: (value: Map<string, Json>) => void;
}) {
  return (
    <>
      {members.map(({ name, schema, isRequired }) => (
        <SchemaField
          key={name}
          schema={schema}
          root={root}
          label={name}
          isRequired={isRequired}
          value={value.get(name)}
          onChange={(member) => onChange(withMember(value, members, name, member))}
        />
      ))}
    </>
  );
}

/** The members stand in the order of the schema, what it does not know after them. */
function withMember(
  value: ReadonlyMap<string, Json>,
  members: readonly Member[],
  name: string,
  member: Json | undefined,
): Map<string, Json> {
  const changed = new Map(value);
  if (member === undefined) changed.delete(name);
  else changed.set(name, member);
  const names = members.map((one) => one.name).filter((one) => changed.has(one));
  return new Map([...names.map((one) => [one, changed.get(one) as Json] as const), ...changed]);
}

function Group({ props, children }: { readonly props: FieldProps; readonly children: ComponentChildren }) {
  const { label, isRequired, value, onChange } = props;
  return (
    <fieldset>
      <legend>
        {label} <Wanted isRequired={isRequired} />
      </legend>
      <Hint schema={resolve(props.schema, props.root)} />
      {children}
      {!isRequired && value !== undefined && (
        <button type="button" onClick={() => onChange(undefined)}>
          Leave out {label}
        </button>
      )}
    </fieldset>
  );
}

function ObjectField({ shape, ...props }: Shown<'object'>) {
  const { label, root, schema, value, onChange } = props;
  return (
    <Group props={props}>
      {value instanceof Map ? (
        <Members members={shape.members} root={root} value={value} onChange={onChange} />
      ) : (
        <button type="button" onClick={() => onChange(initialOf(schema, root) ?? new Map())}>
          Add {label}
        </button>
      )}
    </Group>
  );
}

function ListField({ shape, ...props }: Shown<'list'>) {
  const { label, root, value, onChange } = props;
  const items = Array.isArray(value) ? value : [];
  return (
    <Group props={props}>
      {items.map((item, at) => (
        <div class="item" key={at}>
          <SchemaField
            schema={shape.item}
            root={root}
            label={`${label} ${at + 1}`}
            isRequired
            value={item}
            onChange={(changed) => onChange(changed === undefined ? items.toSpliced(at, 1) : items.with(at, changed))}
          />
          <button type="button" onClick={() => onChange(items.toSpliced(at, 1))}>
            Remove {label} {at + 1}
          </button>
        </div>
      ))}
      <button type="button" onClick={() => onChange([...items, initialOf(shape.item, root) ?? ''])}>
        Add to {label}
      </button>
    </Group>
  );
}

function ChoiceField({ shape, label, isRequired, schema, root, value, onChange }: Shown<'choice'>) {
  const id = useId();
  const texts = shape.options.map(writeJson);
  const chosen = value === undefined ? -1 : texts.indexOf(writeJson(value));
  return (
    <div class="field">
      <label for={id}>
        {label} <Wanted isRequired={isRequired} />
      </label>
      <Hint schema={resolve(schema, root)} />
      <select
        id={id}
        aria-required={isRequired}
        value={String(chosen)}
        onChange={(event) => onChange(shape.options[Number(event.currentTarget.value)])}
      >
        <option value="-1">{value === undefined ? 'none' : writeAny(value)}</option>
        {shape.options.map((option, at) => (
          <option key={texts[at]} value={String(at)}>
            {writeAny(option)}
          </option>
        ))}
      </select>
    </div>
  );
}

function EitherField({ shape, ...props }: Shown<'either'>) {
  const { label, root, value, onChange } = props;
  const [at, setAt] = useState(0);
  const id = useId();
  return (
    <Group props={props}>
      <div class="field">
        <label for={id}>Kind of {label}</label>
        <select
          id={id}
          value={String(at)}
          onChange={(event) => {
            const next = Number(event.currentTarget.value);
            setAt(next);
            onChange(initialOf(shape.variants[next], root));
          }}
        >
          {shape.variants.map((variant, index) => (
            <option key={index} value={String(index)}>
              {titleOf(variant, root, index)}
            </option>
          ))}
        </select>
      </div>
      <SchemaField
        key={at}
        schema={shape.variants[at]}
        root={root}
        label={label}
        isRequired
        value={value}
        onChange={onChange}
      />
    </Group>
  );
}

function titleOf(variant: unknown, root: unknown, at: number): string {
  const { title, type } = resolve(variant, root);
  return typeof title === 'string' ? title : typeof type === 'string' ? type : `kind ${at + 1}`;
}

interface TypedProps extends FieldProps {
  readonly read: (text: string) => Json | undefined;
  readonly write: (value: Json | undefined) => string;
  /** Which keys a phone shows; a number is wanted. */
  readonly wants?: 'numeric' | 'decimal';
  readonly isCode?: boolean;
}

/** A text that is read as a value. What was typed stays as it is for as long as it says the value: 1.50 does not become 1.5. */
function TypedField({ schema, root, label, isRequired, value, onChange, read, write, wants, isCode }: TypedProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const shared = {
    id,
    value: isSame(read(typed), value) ? typed : write(value),
    'aria-required': isRequired,
    'aria-invalid': wants !== undefined && value !== undefined && !(value instanceof JsonNumber),
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      setTyped(currentTarget.value);
      onChange(read(currentTarget.value));
    },
  };
  return (
    <div class="field">
      <label for={id}>
        {label} <Wanted isRequired={isRequired} />
        {isCode && <small>JSON, or a text</small>}
      </label>
      <Hint schema={resolve(schema, root)} />
      {wants === undefined ? (
        <textarea rows={isCode ? 2 : 1} class={isCode ? 'code' : 'line'} spellcheck={false} {...shared} />
      ) : (
        <input inputMode={wants} {...shared} />
      )}
    </div>
  );
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : writeJson(a) === writeJson(b);
}

function Wanted({ isRequired }: { readonly isRequired: boolean }) {
  return isRequired ? <small>required</small> : null;
}

/** What the schema says of a member, and its bounds. */
function Hint({ schema }: { readonly schema: Readonly<Record<string, unknown>> }) {
  const { description } = schema;
  const bounds = BOUNDS.filter((name) => name in schema).map((name) => `${name} ${writeJson(plain(schema[name]))}`);
  const said = [...(typeof description === 'string' ? [description] : []), ...bounds].join(' · ');
  return said === '' ? null : <p class="hint">{said}</p>;
}

const BOUNDS = ['format', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'default'];
