/** Page and default offer of each kind of link. */
export const activationKinds = {
  'free-trial': {
    path: '/freeTrial',
    typeName: 'TRIAL',
    productCode: 'SCISTRIAL',
    productName: 'Free trial',
    days: 30,
  },
  complimentary: {
    path: '/complimentary',
    typeName: 'COMPLIMENTARY',
    productCode: 'SCISCOMP',
    productName: 'Complimentary access',
    days: 365,
  },
  'complimentary-student': {
    path: '/complimentary/student',
    typeName: 'COMPLIMENTARY_STUDENT',
    productCode: 'SCISSW',
    productName: 'Complimentary student access',
    days: 365,
  },
} as const

export type ActivationKind = keyof typeof activationKinds
