// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

#if GTK
  import CGTK

  /// Twenty numbers that mix a pixel's channels: four rows of five.
  ///
  /// Each row has four factors and an offset.
  struct ColorMatrix {
    private var numbers: [Double]

    /// Takes an effect's numbers; a wrong count of them changes nothing.
    init(_ numbers: [Double]) {
      let identity: [Double] = [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
      self.numbers = numbers.count == identity.count ? numbers : identity
    }

    /// Writes the numbers in the order that GTK expects.
    ///
    /// A row of GTK's matrix is an input channel, a column an output channel.
    func write(to matrix: inout graphene_matrix_t, _ offset: inout graphene_vec4_t) {
      var factors: [Float] = []
      for input in 0..<4 {
        for output in 0..<4 { factors.append(Float(numbers[output * 5 + input])) }
      }
      unsafe graphene_matrix_init_from_float(&matrix, factors)
      unsafe graphene_vec4_init(
        &offset, Float(numbers[4]), Float(numbers[9]), Float(numbers[14]), Float(numbers[19]))
    }
  }
#endif
