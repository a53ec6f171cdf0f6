export declare const bundlePath: string
export declare const bundleInputsPath: string
export declare function freshBundle(): URL | undefined
