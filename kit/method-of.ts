/** The names of a port's methods, optional ones included: a `Record` of them has to name a new one. */
export type MethodOf<Port> = {
  [Name in keyof Port]-?: NonNullable<Port[Name]> extends (...given: never[]) => unknown ? Name : never
}[keyof Port]
